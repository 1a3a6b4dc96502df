# Reads cards from standard input as JSON, a list of texts, and prints what vobject reads in each.
import json
import sys

import vobject


def texts(value):
    return [value] if isinstance(value, str) else list(value)


def read(text):
    card = vobject.readOne(text)
    name, everything = card.n.value, card.contents
    return {
        'fn': card.fn.value,
        'n': [name.family, name.given],
        'org': [part for each in everything.get('org', []) for part in texts(each.value)],
        'email': [each.value for each in everything.get('email', [])],
        'tel': [each.value for each in everything.get('tel', [])],
        'street': [each.value.street for each in everything.get('adr', [])],
        'note': [each.value for each in everything.get('note', [])],
        'tags': [part for each in everything.get('categories', []) for part in texts(each.value)],
        'labels': [each.value for each in everything.get('x-ablabel', [])],
        'photo': [len(each.value) for each in everything.get('photo', [])],
    }


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
