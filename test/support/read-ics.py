# Reads calendars from standard input as JSON, [{"text", "from", "to"}], and prints what happens in each between two
# instants, by icalendar and dateutil.
import json
import sys
from datetime import datetime, timedelta, timezone

from dateutil.rrule import rrulestr
from icalendar import Calendar


def listed(value):
    return [] if value is None else value if isinstance(value, list) else [value]


def occurrences(event, zones, start, end):
    first = event["DTSTART"].dt
    is_day = not isinstance(first, datetime)
    name = event["DTSTART"].params.get("TZID")
    zone = zones[name] if name else None

    def instant(wall):
        # A local time that there is twice or not at all is an error here.
        if zone:
            return zone.localize(wall, is_dst=None).astimezone(timezone.utc)
        return wall.replace(tzinfo=timezone.utc)

    if is_day:
        wall = datetime(first.year, first.month, first.day)
        begin, finish = start.replace(tzinfo=None), end.replace(tzinfo=None)
    else:
        wall = first.replace(tzinfo=None)
        begin, finish = (one.replace(tzinfo=None) + timedelta(days=way) for one, way in ((start, -2), (end, 2)))
    excluded = {
        one.dt.replace(tzinfo=None) if isinstance(one.dt, datetime) else datetime(one.dt.year, one.dt.month, one.dt.day)
        for dates in listed(event.get("EXDATE"))
        for one in dates.dts
    }
    rules = listed(event.get("RRULE"))
    if rules:
        walls = rrulestr(rules[0].to_ical().decode(), dtstart=wall).between(begin, finish, inc=True)
    else:
        walls = [wall]
    for one in walls:
        if one in excluded:
            continue
        if is_day:
            if begin <= one < finish:
                yield one.date().isoformat()
        else:
            at = instant(one)
            if start <= at < end:
                yield at.strftime("%Y-%m-%dT%H:%M:%SZ")


def read(text, start, end):
    calendar = Calendar.from_ical(text)
    zones = {str(zone["TZID"]): zone.to_tz() for zone in calendar.walk("VTIMEZONE")}
    for event in calendar.walk("VEVENT"):
        for when in occurrences(event, zones, start, end):
            yield {
                "uid": str(event["UID"]),
                "when": when,
                "summary": str(event["SUMMARY"]),
                "description": str(event.get("DESCRIPTION", "")),
                "alarms": [
                    int(alarm["TRIGGER"].dt.total_seconds()) for alarm in event.walk("VALARM")
                ],
            }


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


print(
    json.dumps(
        [list(read(one["text"], moment(one["from"]), moment(one["to"]))) for one in json.load(sys.stdin)]
    )
)
