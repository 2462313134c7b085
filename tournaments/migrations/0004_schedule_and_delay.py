from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_money"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="starts_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="broadcast_delay",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
