"""Who is entered: one by name, or a list."""

from typing import Any, Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Person
from tournaments.services.people import MAX_NAME, Line, LineProblem, clean_name, read_lines
from web.spreadsheet import is_workbook, text_of


class PaidField(forms.BooleanField):
    """Whether the price of the entry lies in the drawer already."""

    def __init__(self) -> None:
        super().__init__(label=gettext_lazy("Paid"), required=False)


class PaidForm(forms.Form):
    """Whether what is sold was paid at once."""

    paid = PaidField()


class PersonForm(forms.Form):
    """One person to enter."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=MAX_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    alias = forms.CharField(label=gettext_lazy("Alias"), max_length=MAX_NAME, required=False)
    country = forms.RegexField(
        "^[A-Za-z]{2}$",
        label=gettext_lazy("Country"),
        required=False,
        help_text=gettext_lazy("Two letters, such as ES."),
        error_messages={"invalid": gettext_lazy("The country is two letters, such as ES.")},
        widget=forms.TextInput(attrs={"size": 4, "autocomplete": "off"}),
    )
    paid = PaidField()

    def __init__(self, *args: Any, costs: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not costs:
            del self.fields["paid"]
        for name in ("name", "alias"):  # A browser would cut what is pasted, without a word.
            self.fields[name].widget.attrs.pop("maxlength", None)

    def clean_name(self) -> str:
        """The name without signs that forge what a screen says."""
        return _shown(self.cleaned_data["name"])

    def clean_alias(self) -> str:
        """The same for the alias."""
        alias = self.cleaned_data["alias"]
        return _shown(alias) if alias else ""

    def line(self) -> Line:
        """The person as a line of a list."""
        data = self.cleaned_data
        return Line(1, data["name"], data["alias"], data["country"].upper())


class EntryPersonForm(PersonForm):
    """How a player is called, and under which name everybody sees him."""

    display = forms.ChoiceField(label=gettext_lazy("Shown as"), choices=Person.Display.choices)

    @classmethod
    def of_person(cls, person: Person) -> Self:
        """The form as the person stands."""
        names = ("name", "alias", "country", "display")
        return cls(initial={name: getattr(person, name) for name in names})

    def clean(self) -> dict[str, Any]:
        """An alias is needed to be shown under it."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("display") == Person.Display.ALIAS and not data.get("alias"):
            self.add_error("alias", _("Type the alias that is to be shown."))
        return data


class RemovalForm(forms.Form):
    """Why a player is taken out of the event."""

    removal = forms.ChoiceField(label=gettext_lazy("What happened"), choices=Entry.Removal.choices)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It stands in the log."),
    )


class ImportForm(forms.Form):
    """A list of people, as a file or pasted; nothing is imported when one line is wrong."""

    text = forms.CharField(
        label=gettext_lazy("Lines"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy("One person a line: name, alias, country. Only the name is needed."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a CSV or XLSX file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx,text/csv,text/plain"}),
    )
    paid = PaidField()

    def __init__(
        self, *args: Any, costs: bool = False, unreadable: bool = False, **kwargs: Any
    ) -> None:
        kwargs.setdefault("auto_id", "list_%s")  # the form of one player stands beside it
        super().__init__(*args, **kwargs)
        if not costs:
            del self.fields["paid"]
        self.unreadable = unreadable
        self.lines: list[Line] = []
        self.problems: list[LineProblem] = []

    @classmethod
    def posted(
        cls, data: QueryDict, files: "MultiValueDict[str, UploadedFile[bytes]]", *, costs: bool
    ) -> Self:
        """The form as it was sent; a file's text stands in the field, to be corrected there."""
        sent = files.get("file")
        if sent is None:
            return cls(data, costs=costs)
        data = data.copy()
        try:
            content = sent.read()
            book = is_workbook(content)
            data["text"] = text_of(content) if book else content.decode("utf-8-sig")
        except ValueError:  # no workbook after all, or no UTF-8
            return cls(data, costs=costs, unreadable=True)
        return cls(data, costs=costs)

    def clean(self) -> dict[str, Any]:
        """Every line read; the problems are shown line by line."""
        data: dict[str, Any] = super().clean() or {}
        text = data.get("text", "")
        if self.unreadable:
            self.add_error(
                "file",
                _("The file cannot be read. Save it as “CSV UTF-8” or XLSX, or paste its lines."),
            )
        elif not text.strip():
            self.add_error("text", _("Paste some lines, or choose a file."))
        self.lines, self.problems = read_lines(text)
        if self.problems:
            self.add_error("text", _("Nothing was imported. Correct these lines and send again."))
        return data


class EntryForm(forms.Form):
    """A button that is about one entry."""

    entry = forms.IntegerField(min_value=1)


def _shown(text: str) -> str:
    name = clean_name(text)
    if not name:
        raise forms.ValidationError(_("The name has signs that cannot be shown."))
    return name
