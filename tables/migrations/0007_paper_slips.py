import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_head_counts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PaperSlip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveBigIntegerField()),
                ('slip', models.PositiveIntegerField()),
                ('hand', models.PositiveIntegerField()),
                ('level', models.PositiveSmallIntegerField()),
                ('button', models.PositiveSmallIntegerField()),
                ('layouts', models.JSONField()),
                ('stacks', models.JSONField()),
                ('entered_seq', models.PositiveBigIntegerField(null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slips', to='tournaments.event')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='slips', to='tables.table')),
                ('typed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['hand'],
                'constraints': [models.UniqueConstraint(fields=('table', 'hand'), name='one_slip_a_hand'), models.UniqueConstraint(condition=models.Q(('slip__gt', 0)), fields=('table', 'slip'), name='slip_number_once')],
            },
        ),
    ]
