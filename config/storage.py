"""Static files as they are served."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_SCRIPTS = "js/"  # what comes from elsewhere stays as it came


class LeanStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Own scripts go out without comments and indentation, then hashed and compressed.

    There is no build step: the repository has the only source, and a developer's page runs it as it
    is. Stripping twice changes nothing, so a script that was collected before is no special case.
    """

    def post_process(
        self, paths: dict[str, Any], *, dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool] | tuple[str, None, RuntimeError]]:
        """Strip, then what WhiteNoise does. Called by collectstatic with all collected files."""
        own = [] if dry_run else [name for name in paths if is_own_script(name)]
        for name in own:
            script = Path(self.path(name))
            script.write_text(jsmin(script.read_text("utf-8")), "utf-8")
        stripped = {name: (self, name) for name in own}
        yield from super().post_process({**paths, **stripped}, dry_run=dry_run, **options)


def is_own_script(name: str) -> bool:
    """Whether a static file is a script of this project.

    Example:
        >>> is_own_script("js/tablet/main.js"), is_own_script("vendor/htmx-2.0.11.min.js")
        (True, False)
    """
    return name.startswith(OWN_SCRIPTS) and name.endswith(".js")
