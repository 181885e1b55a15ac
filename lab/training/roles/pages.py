"""Pages of invented documents: fields, labels, titles and noise in random layouts. Lengths are in page widths."""

import random

from roles.values import CATEGORIES, Holder
from roles.words import MORE_LABELS, SENTENCES

FIELDS = "address authority date_of_birth date_of_expiry date_of_issue document_class_code document_number fathers_name first_issue_date given_name height issuing_state_code issuing_state_name middle_name mothers_name nationality personal_number place_of_birth place_of_issue second_surname sex surname surname_and_given_names".split()
VALUE = {name: i + 1 for i, name in enumerate(FIELDS)}
LABEL = {name: i + 1 + len(FIELDS) for i, name in enumerate(FIELDS)}
TITLE, ISSUER, ZONE, OTHER_VALUE, OTHER_LABEL, EXTRA = range(2 * len(FIELDS) + 1, 2 * len(FIELDS) + 7)
CLASSES = EXTRA + 1
KINDS = ["PASSPORT", "IDENTITY_CARD", "DRIVER_LICENSE", "VISA", "RESIDENCE_PERMIT", "NONE"]
NUMBERS = {"surname": "1", "given_name": "2", "date_of_birth": "3", "date_of_issue": "4a", "date_of_expiry": "4b", "authority": "4c", "personal_number": "4d", "document_number": "5", "address": "8", "document_class_code": "9"}
ABBREVIATIONS = {"surname": ["1", "LN", "1 LN"], "given_name": ["2", "FN", "2 FN"], "date_of_birth": ["3 DOB", "DOB", "3 DOB:"], "date_of_issue": ["4a ISS", "ISS", "4a Iss"], "date_of_expiry": ["4b EXP", "EXP", "4b Exp"], "document_number": ["4d DLN", "DL", "4d LIC#", "LIC NO", "4d NO.", "ID", "4d DL NO."], "address": ["8", "8 ADD", "ADDR"], "document_class_code": ["9 CLASS", "CLASS", "9 Class"], "sex": ["15 SEX", "SEX", "15 Sex"], "height": ["16 HGT", "HGT", "16 HT"]}
# Share of pages of each kind that have a field.
USUAL = {
    "PASSPORT": dict(document_class_code=0.9, issuing_state_code=0.9, document_number=0.98, surname=0.97, given_name=0.96, nationality=0.93, date_of_birth=0.99, personal_number=0.45, sex=0.95, place_of_birth=0.85, date_of_issue=0.93, date_of_expiry=0.97, authority=0.85, height=0.15, middle_name=0.06, place_of_issue=0.06, address=0.05, fathers_name=0.03, mothers_name=0.02),
    "IDENTITY_CARD": dict(surname=0.85, given_name=0.85, surname_and_given_names=0.14, sex=0.72, nationality=0.66, date_of_birth=0.95, place_of_birth=0.5, personal_number=0.5, document_number=0.85, date_of_issue=0.45, date_of_expiry=0.75, authority=0.3, height=0.15, address=0.15, middle_name=0.1, second_surname=0.06, fathers_name=0.08, mothers_name=0.06, issuing_state_code=0.04, place_of_issue=0.05),
    "DRIVER_LICENSE": dict(surname=0.95, given_name=0.93, surname_and_given_names=0.05, date_of_birth=0.97, place_of_birth=0.55, date_of_issue=0.9, date_of_expiry=0.92, authority=0.7, personal_number=0.4, document_number=0.97, address=0.35, document_class_code=0.75, sex=0.22, height=0.15, nationality=0.1, first_issue_date=0.1, middle_name=0.05),
    "VISA": dict(surname=0.5, given_name=0.45, surname_and_given_names=0.5, document_number=0.9, date_of_issue=0.85, date_of_expiry=0.85, place_of_issue=0.7, nationality=0.6, sex=0.6, date_of_birth=0.7, personal_number=0.15, document_class_code=0.6, authority=0.2),
    "RESIDENCE_PERMIT": dict(surname=0.6, given_name=0.55, surname_and_given_names=0.4, sex=0.8, nationality=0.9, date_of_birth=0.95, document_number=0.95, date_of_expiry=0.95, date_of_issue=0.5, place_of_issue=0.3, authority=0.3, personal_number=0.25, place_of_birth=0.3, address=0.1, height=0.05),
}
BACK = dict(address=0.6, place_of_birth=0.35, authority=0.6, date_of_issue=0.6, date_of_expiry=0.25, height=0.3, fathers_name=0.25, mothers_name=0.25, nationality=0.2, document_number=0.35, personal_number=0.3, sex=0.1, date_of_birth=0.15, surname=0.06, given_name=0.05, first_issue_date=0.08, place_of_issue=0.1)
ORDER = "document_class_code issuing_state_code document_number surname_and_given_names surname second_surname given_name middle_name fathers_name mothers_name nationality sex date_of_birth personal_number place_of_birth height address date_of_issue first_issue_date date_of_expiry authority place_of_issue issuing_state_name".split()
SHORT = {"sex", "document_class_code", "issuing_state_code", "height", "nationality", "date_of_birth", "date_of_issue", "date_of_expiry", "document_number", "personal_number", "first_issue_date"}
CYRILLIC = ("ru", "uk", "bg", "sr")


class Atom:
    """A printed stretch of text: parts of (text, class), and its box."""

    __slots__ = ("x", "y", "w", "h", "parts", "role")

    def __init__(self, x, y, w, h, parts, role):
        self.x, self.y, self.w, self.h, self.parts, self.role = x, y, w, h, parts, role

    def text(self):
        return "".join(text for text, _ in self.parts)


class Page:
    def __init__(self, rng, words):
        self.rng, self.words = rng, words
        self.atoms, self.zone_said, self.face = [], None, None
        self.kind = rng.choices(KINDS, [3, 4.5, 2.6, 0.8, 1.5, 0.7])[0]
        self.back = self.kind in ("IDENTITY_CARD", "DRIVER_LICENSE", "RESIDENCE_PERMIT") and rng.random() < 0.2
        self.aspect = rng.choice([1.585, 1.585, 1.585, 1.42, 1.42, rng.uniform(1.2, 1.75)] if self.kind != "PASSPORT" else [1.42, 1.42, 1.42, 1.585, rng.uniform(1.2, 1.6)])
        if rng.random() < 0.04:
            self.aspect = rng.uniform(0.63, 0.85)
        self.height = 1 / self.aspect
        self.language = rng.choice(words.languages)
        abroad = rng.random() < (0.35 if self.language in ("en", "fr", "es", "pt") else 0.04)
        self.alien = rng.random() < 0.08
        self.holder = Holder(rng, words.pools, rng.choice(words.foreign) if abroad else self.language, words.codes)
        self.style()
        if self.kind == "NONE":
            return self.paper()
        top = self.header()
        bottom = self.foot()
        if self.back and self.kind == "DRIVER_LICENSE" and rng.random() < 0.6:
            self.table(top, bottom)
        else:
            self.body(self.entries(), top, bottom)
        self.strays()

    def style(self):
        rng = self.rng
        self.value_h = rng.uniform(0.034, 0.062) / max(1.0, self.aspect) * 1.42
        self.label_h = self.value_h * rng.choice([rng.uniform(0.5, 0.8), rng.uniform(0.6, 1.0)])
        self.value_w, self.label_w = rng.uniform(0.36, 0.56), rng.uniform(0.33, 0.5)
        self.label_case = rng.choice(["upper", "lower", "title", "first", "first"])
        self.places = rng.choices(["above", "left", "below", "none", "inline", "number", "abbreviated"], [5, 2.2, 0.4, 0.9, 0.9, 0.5, 0.3])[0]
        if self.kind == "DRIVER_LICENSE" and not self.back:
            self.places = rng.choices(["number", "abbreviated", self.places], [5, 2, 3])[0]
        own = self.language
        extra = [w for w in rng.sample(["en", "fr", "en", rng.choice(self.words.languages)], 3) if w != own]
        self.tongues = [own] + list(dict.fromkeys(extra))[: rng.choices([0, 1, 2], [3, 6, 2])[0]]
        if rng.random() < 0.25:
            rng.shuffle(self.tongues)
        self.mark = rng.choice(["/", " / ", " / ", "/ ", " | ", " ", ". ", " - ", "·", "\n", "\n"])
        self.unknown = rng.random() < 0.16
        self.colon = rng.choice(["", "", "", "", ":", ".", " :"])
        self.big_surname = rng.random() < 0.15
        self.numbered = rng.random() < 0.08

    # Labels

    def label(self, field):
        """The label's printed lines, in this page's languages."""
        rng = self.rng
        if self.places == "number" and field in NUMBERS:
            return [NUMBERS[field] + rng.choice([".", ".", ".", "", ","])]
        if self.places == "abbreviated" and field in ABBREVIATIONS:
            return [rng.choice(ABBREVIATIONS[field])]
        texts = []
        for tongue in self.tongues:
            known = self.words.labels.get(tongue, {}).get(field)
            if not known:
                continue
            text = rng.choice(known)
            if self.unknown and tongue == self.language:
                text = " ".join(self.words.strange(rng) for _ in text.split())
            texts.append(self.label_cased(text))
        if not texts:
            texts = [self.label_cased(rng.choice(self.words.labels["en"].get(field) or [field.replace("_", " ")]))]
        return self.joined(list(dict.fromkeys(texts)))

    def label_cased(self, text):
        case = self.label_case
        return text if case == "upper" else text.lower() if case == "lower" else text.title() if case == "title" else text.capitalize()

    def joined(self, texts):
        mark, rng = self.mark, self.rng
        if mark == "\n":
            lines = texts
        else:
            lines = [mark.join(texts)]
            if len(lines[0]) > 34 and len(texts) > 1:
                lines = [mark.join(texts[:-1]) + mark.rstrip(), texts[-1]]
        lines[-1] += self.colon
        return lines

    # Zones

    def header(self):
        """Title and issuer at the top, the portrait below. Returns where the body begins."""
        rng, words = self.rng, self.words
        self.face_side = "none" if self.back else rng.choices(["left", "right", "none"], [6, 2.2, 0.5])[0]
        y = rng.uniform(0.015, 0.05)
        if self.back or rng.random() < 0.08:
            top = y + rng.uniform(0, 0.05)
            self.portrait(top)
            return top
        tongues = self.tongues if rng.random() < 0.7 else self.tongues[:1]
        issuers = [rng.choice(words.issuers.get(t) or words.issuers["en"]) for t in tongues]
        titles = [rng.choice(words.titles[self.kind].get(t) or words.titles[self.kind]["en"]) for t in tongues]
        if rng.random() < 0.07:
            issuers = []
        if rng.random() < 0.07:
            titles = []
        cased = lambda text: text if rng.random() < 0.85 else text.title()
        mark = rng.choice([" ", " / ", " - ", " · ", "  ", " * "])
        big = rng.uniform(0.035, 0.06)
        x = rng.choice([rng.uniform(0.03, 0.12), rng.uniform(0.2, 0.4)])
        rows, style = [], rng.random()
        if style < 0.35:
            rows = [[(cased(i), ISSUER)] for i in issuers] + [[(cased(t), TITLE)] for t in titles]
        elif style < 0.6:
            rows = [[(cased(mark.join(issuers)), ISSUER)], [(cased(mark.join(titles)), TITLE)]]
        elif style < 0.85:
            rows = [[(cased(i), ISSUER), (mark, -1), (cased(t), TITLE)] for i, t in zip(issuers, titles)] or [[(t, TITLE)] for t in issuers + titles]
        else:
            rows = [[(cased(t), TITLE)] for t in titles] + [[(cased(i), ISSUER)] for i in issuers]
        if rng.random() < 0.4:
            rng.shuffle(rows)
        if issuers == [] or titles == []:
            kind = TITLE if titles else ISSUER
            rows = [[(cased(t), kind)] for t in titles + issuers]
        aside = []
        if rng.random() < 0.25 and len(rows) > 1:
            aside = [rows.pop()]
        h = big
        for row in rows:
            if not any(text for text, _ in row):
                continue
            self.put(x, y, h, row, "title", rng.uniform(0.4, 0.6))
            self.fit(self.atoms[-1:], 0.99)
            y += h * rng.uniform(0.9, 1.4)
            h = max(0.022, h * rng.uniform(0.6, 1.0))
        for row in aside:
            width = 0.5 * sum(len(t) for t, _ in row) * 0.035
            self.put(max(0.02, rng.choice([0.03, 1 - width - 0.03, x])), rng.choice([0.03, y, rng.uniform(0.03, 0.15)]), 0.035, row, "title", 0.5)
            y += 0.02
        if rng.random() < 0.12 and self.kind == "DRIVER_LICENSE":
            self.put(rng.uniform(0.04, 0.15), rng.uniform(0.03, 0.1), 0.06, [(rng.choice(words.signs), ISSUER)], "title", 0.6)
        top = y + rng.uniform(0.005, 0.05)
        self.portrait(top)
        return top

    def portrait(self, top):
        rng = self.rng
        if self.face_side == "none":
            return
        w = rng.uniform(0.2, 0.32)
        h = w * rng.uniform(1.2, 1.35)
        x = rng.uniform(0.02, 0.07) if self.face_side == "left" else 1 - w - rng.uniform(0.02, 0.07)
        y = min(max(0.05, top + rng.uniform(-0.03, 0.08)), max(0.05, self.height - h - 0.05))
        self.picture = (x, y, w, h)
        grow = rng.uniform(0.55, 0.85)
        fw = w * grow
        fh = fw * rng.uniform(1.0, 1.3)
        if rng.random() < 0.94:
            self.face = (x + (w - fw) / 2, y + (h - fh) * rng.uniform(0.2, 0.6), fw, fh)

    def foot(self):
        """The machine readable zone at the bottom. Returns where the body ends."""
        rng = self.rng
        bottom = self.height - rng.uniform(0.02, 0.06)
        share = {"PASSPORT": 0.85, "VISA": 0.7, "IDENTITY_CARD": 0.8 if self.back else 0.12, "RESIDENCE_PERMIT": 0.7 if self.back else 0.15, "DRIVER_LICENSE": 0.04}[self.kind]
        self.zone_top = None
        if rng.random() > share:
            return bottom
        lines, said = self.holder.zone(self.kind)
        if self.kind in ("IDENTITY_CARD", "DRIVER_LICENSE") and rng.random() < 0.2:
            lines, said = [line[:36].ljust(36, "<") for line in self.holder.zone("PASSPORT")[0]], said
        h = rng.uniform(0.032, 0.045)
        pitch = h * rng.uniform(1.15, 1.7)
        top = self.height - rng.uniform(0.02, 0.05) - pitch * len(lines)
        w = rng.uniform(0.88, 0.95)
        shown = rng.random()
        for i, line in enumerate(lines):
            if shown < 0.75:
                self.atoms.append(Atom(rng.uniform(0.025, 0.05), top + i * pitch, w, h, [(line, ZONE)], "zone"))
        if shown < 0.88 and rng.random() < 0.85:
            self.zone_said = said
            self.zone_top = top
        return top - rng.uniform(0.005, 0.03)

    # Fields

    def entries(self):
        """The fields of the page in their order, each as (field, label lines, value parts)."""
        rng, holder = self.rng, self.holder
        shares = BACK if self.back else USUAL[self.kind]
        rare = 3 if rng.random() < 0.1 else 1
        fields = [f for f in ORDER if rng.random() < shares.get(f, 0.01) * (rare if shares.get(f, 0) < 0.3 else 1)]
        if self.language in ("es", "pt") and "surname" in fields and "second_surname" not in fields and rng.random() < 0.4:
            fields.insert(fields.index("surname") + 1, "second_surname")
        if "surname_and_given_names" in fields:
            fields = [f for f in fields if f not in ("surname", "given_name", "second_surname")]
        if self.back:
            fields = fields[:8]
        kind = rng.random()
        if kind < 0.12:
            rng.shuffle(fields)
        else:
            for _ in range(rng.choice([0, 1, 2, 4])):
                if len(fields) > 1:
                    i = rng.randrange(len(fields) - 1)
                    if not {fields[i], fields[i + 1]} <= {"surname", "given_name"} or rng.random() < 0.5:
                        fields[i], fields[i + 1] = fields[i + 1], fields[i]
        if self.places == "number":
            fields.sort(key=lambda f: NUMBERS.get(f, "3" if f == "place_of_birth" else "6"))
        made = [(f, self.label(f), self.printed(f)) for f in fields]
        if rng.random() < 0.06 and {"date_of_issue", "date_of_expiry"} <= set(fields):
            span = [(holder.date(holder.issue_day), VALUE["date_of_issue"]), (rng.choice([" - ", "-", " / ", " "]), -1), (holder.date(holder.expiry_day), VALUE["date_of_expiry"])]
            made = [(f, label, [span] if f == "date_of_expiry" else lines) for f, label, lines in made if f != "date_of_issue"]
        for i in range(len(made)):
            f, label, lines = made[i]
            if f in ("surname", "surname_and_given_names") and rng.random() < 0.07:
                extra = [(holder.extra(), EXTRA)]
                made[i] = f, label, [extra] + lines if rng.random() < 0.4 else lines + [extra]
            if f == "document_class_code" and self.kind == "PASSPORT" and rng.random() < 0.25:
                title = rng.choice(self.words.titles[self.kind].get(self.tongues[0]) or ["PASSPORT"])
                made[i] = f, label, [[(title, TITLE), (" ", -1)] + lines[0]] + lines[1:]
            if self.places == "number" and f == "date_of_birth":
                where = [(t, VALUE["place_of_birth"]) for t in holder.lines("place_of_birth", self.kind)[:1]]
                if rng.random() < 0.75:
                    made[i] = f, label, [lines[0] + [(rng.choice([" ", " ", ", ", "  "]), -1)] + where] if rng.random() < 0.75 else lines + [where]
        if self.places == "number":
            made = [m for m in made if m[0] != "place_of_birth"]
        for _ in range(rng.choices([0, 1, 2, 3], [4, 4, 2, 1])[0]):
            text, value = holder.other()
            label = [self.label_cased(text) + self.colon]
            made.insert(rng.randint(0, len(made)), ("other", label, [[(value, OTHER_VALUE)]] if value else []))
        return made

    def printed(self, field):
        """A field's printed lines. If surname and given names are separate under one label, each gets its own class."""
        rng, holder = self.rng, self.holder
        if field == "surname_and_given_names" and rng.random() < 0.55:
            names = [(holder.cased(holder.surname_), VALUE["surname"]), (holder.cased(holder.given_), VALUE["given_name"])]
            if rng.random() < 0.15:
                names.reverse()
            return [[names[0]], [names[1]]] if rng.random() < 0.7 else [[names[0], (", ", -1), names[1]]]
        lines = [[(text, VALUE[field])] for text in holder.lines(field, self.kind) if text]
        if self.alien and field not in ("document_number", "personal_number", "sex", "height") and rng.random() < 0.7:
            lines.insert(rng.randint(0, 1), [("".join(rng.choice(self.words.soup) for _ in range(rng.randint(2, 12))).strip() or "I", 0)])
        return lines

    def body(self, entries, top, bottom):
        rng = self.rng
        if rng.random() < 0.3:
            entries = self.float_number(entries, top)
        left, right = rng.uniform(0.02, 0.08), 1 - rng.uniform(0.02, 0.06)
        if self.face_side == "left":
            left = self.picture[0] + self.picture[2] + rng.uniform(0.01, 0.08)
        elif self.face_side == "right":
            right = self.picture[0] - rng.uniform(0.01, 0.05)
            left = rng.uniform(0.03, 0.3) if right > 0.7 else rng.uniform(0.03, 0.1)
        wide = right - left
        columns = rng.choices([1, 2, 3], [5, 4, 1.5])[0]
        label_width = self.longest(entries)
        if self.places == "left" and label_width > 0.22:
            columns = 1
        rows = self.rows(entries, columns)
        cost = lambda row: max(self.tall(label, lines) for _, label, lines in row)
        need = sum(cost(row) for row in rows) + 1e-6
        room = max(0.15, bottom - top)
        scale = min(1.0, room / need)
        slack = max(0.0, room - need * scale) / max(1, len(rows))
        air = slack * rng.uniform(0.2, 1.0)
        stops = [left + wide * i / columns * rng.uniform(0.93, 1.07) for i in range(columns)]
        self.label_column = min(label_width * scale * rng.uniform(0.95, 1.3) + rng.uniform(0.005, 0.03), 0.55 * wide / columns)
        y = top
        for row in rows:
            for i, (field, label, lines) in enumerate(row):
                before = len(self.atoms)
                self.entry(field, label, lines, stops[i] + rng.gauss(0, 0.001), y, scale)
                self.fit(self.atoms[before:], stops[i + 1] if i + 1 < len(row) else 0.99)
            y += cost(row) * scale + air

    def rows(self, entries, columns):
        rng, rows = self.rng, []
        for entry in entries:
            fits = rows and len(rows[-1]) < columns and (entry[0] in SHORT or rng.random() < 0.35) and (rows[-1][-1][0] in SHORT or rng.random() < 0.3)
            if fits and rng.random() < 0.75:
                rows[-1].append(entry)
            else:
                rows.append([entry])
        return rows

    def tall(self, label, lines):
        labels = len(label) * self.label_h * 0.95
        values = max(1, len(lines)) * self.value_h
        if self.places in ("above", "below"):
            return labels + values * 1.02
        return max(values, labels) if self.places in ("left", "number", "abbreviated", "inline") else values * 1.1

    def longest(self, entries):
        return max([len(line) * self.label_h * self.label_w for _, label, _ in entries for line in label] or [0.1])

    def entry(self, field, label, lines, x, y, scale):
        """One field: its label's lines and its value's, in this page's layout; occasionally in another."""
        rng = self.rng
        vh, lh = self.value_h * scale, self.label_h * scale
        tag = LABEL.get(field, OTHER_LABEL)
        place = self.places if rng.random() < 0.94 else rng.choice(["above", "left", "none", "inline"])
        if self.numbered and place in ("above", "left", "inline"):
            label = [f"{rng.randint(1, 14)}{rng.choice(['.', '.', ')', ''])} {label[0]}"] + label[1:]
        if not lines:
            return self.labels(label, tag, x, y, lh)
        if place == "none":
            return self.values(lines, x, y, vh)
        if place == "above":
            self.labels(label, tag, x, y, lh)
            self.values(lines, x + rng.choice([0, 0, rng.gauss(0.003, 0.004), rng.uniform(0, 0.03)]), y + len(label) * lh * 0.95 + rng.uniform(-0.1, 0.15) * lh, vh)
        elif place == "below":
            self.values(lines, x, y, vh)
            self.labels(label, tag, x, y + len(lines) * vh, lh)
        elif place == "left":
            self.labels(label, tag, x, y + rng.uniform(-0.1, 0.3) * (vh - lh), lh)
            self.values(lines, x + max(self.label_column if rng.random() < 0.9 else 0, 0.02), y, vh)
        elif place in ("number", "abbreviated"):
            width = len(label[0]) * lh * self.label_w
            if rng.random() < 0.5:
                parts = [(label[0], tag), (" ", -1)] + lines[0]
                self.put(x, y, vh, parts, "value", self.value_w)
                self.values(lines[1:], x + width + 0.01, y + vh, vh)
            else:
                self.labels(label, tag, x, y + rng.uniform(0, 0.4) * abs(vh - lh), lh)
                self.values(lines, x + width + rng.uniform(0.006, 0.03), y, vh)
        else:
            gap = rng.uniform(0.006, 0.03)
            width = max(len(line) for line in label) * lh * self.label_w
            self.labels(label, tag, x, y + rng.uniform(0.2, 0.9) * (vh - lh), lh)
            self.values(lines, x + width + gap, y, vh)

    def fit(self, atoms, right):
        """Narrower print if a row's entries would overlap."""
        left = min((a.x for a in atoms), default=0)
        end = max((a.x + a.w for a in atoms), default=0)
        if end > right - 0.008 > left:
            share = (right - 0.008 - left) / (end - left)
            for a in atoms:
                a.x, a.w, a.h = left + (a.x - left) * share, a.w * share, a.h * max(0.6, share**0.5)

    def labels(self, lines, tag, x, y, h):
        for i, text in enumerate(lines):
            self.put(x, y + i * h * 0.95, h, [(text, tag)], "label", self.label_w)
        if self.alien and self.rng.random() < 0.5:
            text = "".join(self.rng.choice(self.words.soup) for _ in range(self.rng.randint(2, 9))).strip() or "I"
            self.put(x - len(text) * h * 0.45 if self.rng.random() < 0.5 else x + self.rng.uniform(0.1, 0.3), y, h, [(text, 0)], "noise", 0.45)

    def values(self, lines, x, y, h):
        if lines and lines[0][0][1] == VALUE["surname"] and self.big_surname:
            h *= 1.25
        for i, parts in enumerate(lines):
            big = h * (1 if self.rng.random() < 0.95 else self.rng.uniform(0.7, 1.3))
            self.put(x, y + i * h, big, parts, "value" if parts[0][1] else "noise", self.value_w)

    def float_number(self, entries, top):
        """The document's number outside the other fields: in a corner, larger, often without a label."""
        rng = self.rng
        kept = [e for e in entries if e[0] != "document_number"]
        for _, label, lines in [e for e in entries if e[0] == "document_number"]:
            h = self.value_h * rng.uniform(0.8, 1.5)
            width = len(self.holder.number) * h * self.value_w
            x = rng.choice([1 - width - 0.03, 0.03, rng.uniform(0.3, 0.7)])
            y = rng.choice([rng.uniform(0.02, 0.08), top - h, self.height - h - 0.03, rng.uniform(0.02, 0.15)])
            if rng.random() < 0.5:
                self.labels(label[:1], LABEL["document_number"], x, y - self.label_h, self.label_h)
            self.values(lines, x, y, h)
        return kept

    def put(self, x, y, h, parts, role, narrow):
        length = sum(len(text) for text, _ in parts)
        text = "".join(t for t, _ in parts)
        broad = narrow * (1.12 if text.isupper() else 0.95)
        self.atoms.append(Atom(x, y, max(0.008, length * h * broad * self.rng.uniform(0.95, 1.05)), h, parts, role))

    def table(self, top, bottom):
        """A licence's back: categories with their dates, and the meaning of the numbers."""
        rng, holder = self.rng, self.holder
        x, y, h = rng.uniform(0.3, 0.5), top, rng.uniform(0.022, 0.034)
        for category in CATEGORIES[: rng.randint(6, 17)]:
            self.put(x, y, h, [(category, OTHER_VALUE)], "value", 0.5)
            if rng.random() < 0.5:
                self.put(x + 0.15, y, h, [(holder.date(holder.first_day if rng.random() < 0.7 else holder.issue_day), OTHER_VALUE)], "value", 0.42)
                if rng.random() < 0.8:
                    self.put(x + 0.33, y, h, [(holder.date(holder.expiry_day), OTHER_VALUE)], "value", 0.42)
            y += h * rng.uniform(1.0, 1.3)
        if rng.random() < 0.7:
            for i, field in enumerate(NUMBERS):
                text = self.label_cased(rng.choice(self.words.labels["en"].get(field, ["?"])))
                self.put(0.03, top + i * 0.03, 0.022, [(f"{NUMBERS[field]}. {text}", LABEL[field])], "label", 0.4)

    def strays(self):
        """Repetitions, and text that is not a field: ghost dates, serial numbers, sentences, signatures, patterns
        recognised as text."""
        rng, holder = self.rng, self.holder
        tall = self.height
        if not self.back and rng.random() < 0.15:
            which = rng.choice(["date_of_expiry", "document_number", "document_number", "date_of_birth"])
            text = {"date_of_expiry": holder.date(holder.expiry_day), "document_number": holder.number, "date_of_birth": holder.date(holder.birth_day)}[which]
            h = self.value_h * rng.uniform(0.5, 1)
            self.put(rng.uniform(0.03, 0.7), rng.uniform(0.5, 0.93) * tall, h, [(text, VALUE[which])], "value", self.value_w)
        if rng.random() < 0.2:
            self.put(rng.uniform(0.03, 0.8), rng.uniform(0.05, 0.93) * tall, self.value_h * rng.uniform(0.5, 1.3), [(holder.fill(rng.choice(["######", "####", "@@######", "##########", "@@@#####", "#### ####"])), OTHER_VALUE)], "value", self.value_w)
        for _ in range(rng.choices([0, 1, 3, 7], [6, 2, 2, 1] if not self.back else [2, 2, 3, 2])[0]):
            self.put(rng.uniform(0.03, 0.5), rng.uniform(0.05, 0.95) * tall, rng.uniform(0.016, 0.03), [(self.label_cased(rng.choice(SENTENCES)), 0)], "label", 0.42)
        for _ in range(rng.choices([0, 1, 2, 4, 8], [3, 4, 3, 2, 1])[0]):
            text = "".join(rng.choice(self.words.soup) for _ in range(rng.choice([1, 1, 2, 3, 5, 8, 14])))
            x, y = rng.uniform(0, 0.95), rng.uniform(0, 0.95) * tall
            if self.face and rng.random() < 0.3:
                x, y = self.face[0] + rng.uniform(-0.1, 1) * self.face[2], self.face[1] + rng.uniform(0, 1.4) * self.face[3]
            h = rng.choice([rng.uniform(0.015, 0.04), rng.uniform(0.03, 0.1)])
            self.put(x, y, h, [(text.strip() or "I", 0)], "noise", rng.uniform(0.2, 1.2))

    def paper(self):
        """A page that is not an identity document."""
        rng, holder = self.rng, self.holder
        self.zone_top, self.face_side = None, "none"
        h, x, y = rng.uniform(0.02, 0.05), rng.uniform(0.03, 0.2), rng.uniform(0.02, 0.1)
        while y < self.height - 0.05 and len(self.atoms) < 40:
            kind = rng.random()
            label, value = holder.other()
            text = rng.choice(SENTENCES) if kind < 0.5 else label if kind < 0.6 else value or label if kind < 0.7 else rng.choice([holder.date(holder.issue_day), self.words.strange(rng), holder.cased(holder.name(0) + " " + holder.name(1)), holder.address()[0], holder.fill("##.##"), holder.fill("#### #### #### ####"), holder.fill("+## ### ######")])
            self.put(x if rng.random() < 0.7 else rng.uniform(0.03, 0.7), y, h * rng.uniform(0.7, 1.2), [(self.label_cased(text) if kind < 0.6 else text, 0)], rng.choice(["label", "value"]), 0.45)
            if rng.random() < 0.75:
                y += h * rng.uniform(1, 1.8)
        if rng.random() < 0.2:
            self.face = (rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.3), 0.2, 0.25)


class Words:
    """The vocabulary of pages, ready to draw from."""

    def __init__(self, catalogue, pools, alphabet):
        labels, titles, countries = catalogue
        self.pools = pools
        self.labels = {t: {f: list(v) for f, v in fields.items()} for t, fields in labels.items() if t != "us"}
        for tongue, fields in MORE_LABELS.items():
            for field, texts in fields.items():
                self.labels.setdefault(tongue, {}).setdefault(field, []).extend(texts)
        self.languages = sorted(self.labels) + ["en", "en"]
        self.foreign = ["ar", "as", "af"]
        self.titles = titles
        self.issuers = {"en": []}
        for country in countries:
            for i, name in enumerate(country["names"]):
                native = name.isascii() is False or i == 0
                for tongue in (country["languages"] if native else ["en"]):
                    self.issuers.setdefault(tongue, []).append(name)
                self.issuers["en"].append(name)
        self.codes = [country["code"] for country in countries]
        self.signs = [country["sign"] for country in countries if country.get("sign")]
        # A reader produces Latin letters from most of what is not text.
        self.soup = alphabet + 6 * (alphabet[:62] + " .,'-") + 3 * "abcdeghilmnoprstuvy"
        self.syllables = "ka lo mi tu re ša pen gor vi dna zhe mot ar el in os ub yan ke tas po ri mu lek sta nor va ib dë ğu ţa ny öl".split()

    def strange(self, rng):
        return "".join(rng.choice(self.syllables) for _ in range(rng.randint(1, 4))).upper()
