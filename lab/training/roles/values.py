"""Values as printed on documents, of a random holder: all fields of one page belong to the same person."""

import random
import unicodedata

from roles.words import BORN, DEMONYMS, OFFICES, OTHERS, PEOPLE, SEXES, STREETS, TITLES

DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAIN = "ABCDEFGHJKLMNPRSTUVWXYZ"
MONTHS = ["JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), "JANV FÉVR MARS AVR MAI JUIN JUIL AOÛT SEPT OCT NOV DÉC".split(), "ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC".split(), "JAN FEB MÄR APR MAI JUN JUL AUG SEP OKT NOV DEZ".split(), "GEN FEB MAR APR MAG GIU LUG AGO SET OTT NOV DIC".split(), "STY LUT MAR KWI MAJ CZE LIP SIE WRZ PAŹ LIS GRU".split(), "ЯНВ ФЕВ МАР АПР МАЙ ИЮН ИЮЛ АВГ СЕН ОКТ НОЯ ДЕК".split(), "СІЧ ЛЮТ БЕР КВІ ТРА ЧЕР ЛИП СЕР ВЕР ЖОВ ЛИС ГРУ".split(), "January February March April May June July August September October November December".split()]
CATEGORIES = "AM A1 A2 A B1 B BE C1 C1E C CE D1 D1E D DE T F G M L K".split()
CYRILLIC = ("ru", "uk", "bg", "sr")
LATINS = [language for language in PEOPLE if language not in (*CYRILLIC, "el")]
LATIN_OF = dict(zip("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐЈЉЊЋЂЏ", "A B V G D E ZH Z I Y K L M N O P R S T U F KH TS CH SH SHCH  Y  E IU IA E I I IE G J LJ NJ C DJ DZ".split(" ")))
LATIN_OF.update(zip("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "A V G D E Z I TH I K L M N X O P R S T Y F CH PS O".split()))


def folded(text):
    """Capitals without accents, in Latin letters, as in an MRZ."""
    plain = unicodedata.normalize("NFD", text.upper())
    return "".join(LATIN_OF.get(c, c) for c in plain if not unicodedata.combining(c)).replace("Ə", "E").replace("Ø", "OE").replace("Ł", "L").replace("Đ", "D").replace("ß", "SS").replace("Æ", "AE").replace("Þ", "TH").replace("Ð", "D").replace("ı", "I").replace("Œ", "OE").replace("Ħ", "H")


class Speller:
    """New words in a language's style: each letter depends on the two before it."""

    def __init__(self, words):
        self.next = {}
        for word in words:
            run = "^^" + word + "$"
            for i in range(len(run) - 2):
                self.next.setdefault(run[i : i + 2], []).append(run[i + 2])

    def word(self, rng):
        for _ in range(9):
            out = "^^"
            while len(out) < 16:
                letter = rng.choice(self.next[out[-2:]])
                if letter == "$":
                    break
                out += letter
            if 4 < len(out) < 15:
                return out[2:]
        return out[2:12]


def pools(size=400, seed=5):
    """Language → given names, surnames, towns: those of the lists and as many with changed spelling."""
    rng = random.Random(seed)
    made = {}
    for language, lists in PEOPLE.items():
        made[language] = []
        for i, text in enumerate(lists):
            words = text.split()
            speller = Speller([w for w in words if len(w) > 3])
            made[language].append(words + [speller.word(rng).capitalize() for _ in range(size if i < 2 else size // 3)])
    return made


class Holder:
    """One person's document: `values[field]` is a list of printed lines."""

    def __init__(self, rng, made, language, countries):
        self.rng, self.made, self.language = rng, made, language
        self.caps = rng.random() < 0.72
        self.script = "cyrillic" if language in CYRILLIC else "greek" if language == "el" else "latin"
        self.code = rng.choice(countries)
        self.dates()
        self.date_form = self.form()
        self.both = self.script != "latin" and rng.random() < 0.7
        self.surname_, self.given_ = self.name(1), self.name(0)
        if rng.random() < 0.12:
            self.surname_ += rng.choice([" ", "-", " "]) + self.name(1)
        self.more = rng.random()
        if self.more < 0.3:
            self.given_ += (" " if rng.random() < 0.85 else "-") + self.name(0)
        if self.more < 0.05:
            self.given_ += " " + self.name(0)
        self.sex = rng.choice(SEXES)
        self.number, self.personal = self.document_number(), self.personal_number()

    def name(self, which):
        """Occasionally a word that is in no list of names: specimens have such words."""
        odd = self.rng.random()
        if odd < 0.05:
            return "".join(self.rng.choice("BDFGKLMNPRSTVZ" if self.rng.random() < 0.5 else "AEIOUŠRNTL") for _ in range(self.rng.randint(2, 9))).capitalize()
        if odd < 0.15:
            language = self.rng.choice(LATINS) if self.script == "latin" else self.language
            return self.rng.choice(self.made[language][self.rng.randint(0, 2)])
        return self.rng.choice(self.made[self.language][which])

    def town(self):
        language = self.language if self.rng.random() < 0.8 else self.rng.choice(list(self.made))
        return self.rng.choice(self.made[language][2])

    def cased(self, text):
        if self.caps:
            return (text.replace("i", "İ") if self.language in ("tr", "az") else text).upper()
        return text

    def dates(self):
        """Days since year 0, roughly; today is when the page is read."""
        rng = self.rng
        self.today = rng.uniform(2022, 2036)
        age = rng.random() ** 1.6 * 22
        self.issue = self.today - age
        term = rng.choice([1, 2, 3, 5, 5, 5, 6, 8, 10, 10, 10, 10, 10, 15, 20])
        self.issue_day = self.day(self.issue)
        self.birth_day = self.day(self.issue - rng.choice([rng.uniform(0.2, 18), rng.uniform(16, 45), rng.uniform(18, 60), rng.uniform(30, 85)]))
        y, m, d = self.issue_day
        self.expiry_day = self.day(y + term + rng.random()) if rng.random() < 0.15 else (y + term, m, min(28, d) if m == 2 else d)
        if rng.random() < 0.4 and self.expiry_day[2] > 1:
            self.expiry_day = (*self.expiry_day[:2], self.expiry_day[2] - 1)
        self.first_day = self.day(min(self.issue, self.issue - rng.uniform(0, 15)))

    def day(self, at):
        return int(at), self.rng.randint(1, 12), self.rng.randint(1, 28 if self.rng.random() < 0.93 else 30)

    def form(self):
        rng = self.rng
        mark = rng.choice([".", ".", ".", ".", "/", "/", "-", "-", " ", " ", ". ", " . "])
        kind = rng.random()
        short = rng.random() < 0.16
        months = rng.choice(MONTHS) if rng.random() < 0.6 else MONTHS[0]
        return kind, mark, short, months, rng.random()

    def date(self, day):
        kind, mark, short, months, more = self.date_form
        y, m, d = day
        year = f"{y % 100:02d}" if short else str(y)
        if kind < 0.6:
            return f"{d:02d}{mark}{m:02d}{mark}{year}" + ("." if more < 0.08 else "")
        if kind < 0.7:
            return f"{y}{mark.strip() or '-'}{m:02d}{mark.strip() or '-'}{d:02d}"
        if kind < 0.77:
            return f"{m:02d}{mark.strip() or '/'}{d:02d}{mark.strip() or '/'}{y}"
        month = months[m - 1]
        if more < 0.3:
            month += ("/" if more < 0.2 else " /") + MONTHS[int(more * 23) % 3][m - 1]
        elif more < 0.5:
            month = month.title()
        return f"{d:02d} {month} {year}" if more < 0.9 else f"{d:02d}{month}{y}"

    def fill(self, pattern):
        return "".join(self.rng.choice(DIGITS) if c == "#" else self.rng.choice(PLAIN) if c == "@" else c for c in pattern)

    def document_number(self):
        rng = self.rng
        pattern = rng.choice(["@########", "@@#######", "@@######", "#########", "########", "@@@######", "#######", "@#######", "##@@#####", "@@@@#####", "######### #", "@@ ######", "@@ #######", "@@@ ######", "## ## ######", "######", "###########", "@##@##@##", "##########", "@#######@", "########@", "############", "####-####", "@-########", "@@-######", "###-###-###", "N° ########", "No #######", "№ ######", "@########@", "#/#######", "@@####@@"])
        if rng.random() < 0.12:
            return "".join(rng.choice(DIGITS + PLAIN[:8]) for _ in range(9)).replace("A", "0", 1)
        return self.fill(pattern)

    def personal_number(self):
        rng = self.rng
        y, m, d = self.birth_day
        ymd, dmy = f"{y % 100:02d}{m:02d}{d:02d}", f"{d:02d}{m:02d}{y % 100:02d}"
        kind = rng.random()
        if kind < 0.3:
            return self.fill(rng.choice([f"#{ymd}####", f"{ymd}####", f"{ymd}/####", f"{ymd}/###", f"{ymd}-####", f"{ymd}#####", f"#{ymd}######", f"#-{ymd}-####"]))
        if kind < 0.5:
            return self.fill(rng.choice([f"{dmy}-####", f"{dmy}####", f"{dmy}#######", f"{dmy} ####", f"{dmy}-#####", f"{d:02d}{m:02d}{y % 1000:03d}######", f"{y}{m:02d}{d:02d}-####"]))
        return self.fill(rng.choice(["###########", "#########", "##########", "@#########", "########@", "@########@", "@@#######", "@########", "#############", "### ### ###", "###.###.###-##", "##.###.###-#", "@@@@@@##@##@###@", "@######", "####### #", "#-####-#####-##-#", "@@@@@##", "@@#####", "784-####-#######-#", "#### #### ####", "@##########", "################", "##.##.##-###.##"]))

    def authority(self):
        rng = self.rng
        latin = [o for o in OFFICES if not any("Ͱ" <= c <= "ӿ" for c in o)]
        pattern = rng.choice(latin if self.script == "latin" or rng.random() < 0.3 else OFFICES)
        text = self.fill(pattern) if "##" in pattern else pattern.replace("#", self.town())
        if rng.random() < 0.06:
            text = self.fill(rng.choice(["@@", "@@@", "@@@@", "@@@ ##", "####", "@##"]))
        return self.cased(text) if rng.random() < 0.8 else text.title()

    def address(self):
        rng = self.rng
        street = rng.choice(STREETS).replace("#", self.town() if rng.random() < 0.5 else self.name(1))
        number = rng.choice([str(rng.randint(1, 199)), f"{rng.randint(1, 99)}/{rng.randint(1, 40)}", f"{rng.randint(1, 60)}{rng.choice('ABCabc')}", f"{rng.randint(1, 99)} - {rng.randint(1, 50)}"])
        post = self.fill(rng.choice(["####", "#####", "##-###", "### ##", "@@-####", "######", "@@# #@@", "#### @@"]))
        first = rng.choice([f"{street} {number}", f"{street}, {number}", f"{number} {street}"])
        second = rng.choice([f"{post} {self.town()}", self.town(), f"{self.town()} {post}", f"{self.town()}, {self.town()}"])
        lines = rng.choice([[first, second], [first, second], [f"{first}, {second}"], [second, first], [first], [self.town(), first], [f"{self.town()}, {first}"], [first, second, self.town()]])
        return [self.cased(line) for line in lines]

    def place(self):
        rng = self.rng
        town = self.town()
        other = self.town()
        text = rng.choice([town, town, town, town, f"{town}, {other}", f"{town},{other}", f"{town} ({other[:2].upper()})", f"{town}/{self.code}", f"{town} / {self.code}", f"{town}, {self.code}", f"{other} {town}", f"{town}-{other}"])
        lines = [text] if rng.random() < 0.88 else [town, rng.choice(["okr. ", "obl. ", "", "pow. ", "jud. "]) + other]
        return [self.cased(line) for line in lines]

    def nationality(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            return self.code
        if kind < 0.36:
            return f"{rng.choice(DEMONYMS).split('/')[0].strip()}/{self.code}"
        text = rng.choice(DEMONYMS)
        return text if rng.random() < 0.7 else text.title()

    def height(self):
        cm = self.rng.randint(148, 203)
        inches = round(cm / 2.54)
        return self.rng.choice([str(cm), f"{cm} cm", f"{cm}cm", f"1,{cm % 100:02d}" if cm < 200 else "2,01", f"1.{cm % 100:02d} m", f"1,{cm % 100:02d} m", f"{cm} CM", f"{inches // 12}'-{inches % 12:02d}\"", f"{inches // 12}-{inches % 12:02d}", f"{inches // 12}'{inches % 12}\""])

    def classes(self, kind):
        rng = self.rng
        if kind == "PASSPORT":
            return rng.choice(["P", "P", "P", "P", "PN", "PC", "PB", "PO", "PD", "PE", "P<", "PP", "PS"])
        if kind == "VISA":
            return rng.choice(["C", "D", "V", "A", "B1/B2", "VC", "VD"])
        if kind == "DRIVER_LICENSE":
            if rng.random() < 0.3:
                return rng.choice(["C", "D", "B", "M1", "G", "E", "A", "CLASS C", "5", "R"])
            chosen = sorted(rng.sample(range(len(CATEGORIES)), rng.randint(1, 6)))
            return rng.choice(["/", ", ", " ", ",", "; ", " / "]).join(CATEGORIES[i] for i in chosen)
        return rng.choice(["ID", "I", "IR", "IP", "AR", "C", "TR"])

    def lines(self, field, kind):
        """The printed lines of a field, and whether a second line is the same value in Latin letters."""
        rng = self.rng
        if field == "surname":
            return self.scripts(self.surname_)
        if field == "given_name":
            return self.scripts(self.given_)
        if field in ("middle_name", "fathers_name", "mothers_name", "second_surname"):
            text = self.name(1 if field == "second_surname" else 0)
            return self.scripts(text + (" " + self.name(1) if field in ("fathers_name", "mothers_name") and rng.random() < 0.35 else ""))
        if field == "surname_and_given_names":
            order = [self.surname_, self.given_] if rng.random() < 0.6 else [self.given_, self.surname_]
            mark = rng.choice([" ", " ", " ", ", "])
            return self.scripts(mark.join(order)) if rng.random() < 0.75 else [self.cased(w) for w in order]
        if field in ("date_of_birth", "date_of_issue", "date_of_expiry", "first_issue_date"):
            day = {"date_of_birth": self.birth_day, "date_of_issue": self.issue_day, "date_of_expiry": self.expiry_day, "first_issue_date": self.first_day}[field]
            return [self.date(day)]
        if field == "document_class_code":
            return [self.classes(kind)]
        if field == "issuing_state_code":
            return [self.code if rng.random() < 0.9 else self.code[:2]]
        if field == "issuing_state_name":
            return [self.cased(rng.choice(DEMONYMS))]
        simple = {"document_number": lambda: self.number, "personal_number": lambda: self.personal, "sex": lambda: self.sex, "nationality": self.nationality, "height": self.height, "authority": self.authority}
        if field in simple:
            text = simple[field]()
            if field == "authority" and len(text) > 16 and rng.random() < 0.3 and " " in text:
                words = text.split(" ")
                return [" ".join(words[: len(words) // 2 + 1]), " ".join(words[len(words) // 2 + 1 :])]
            return [text]
        return self.address() if field == "address" else self.place()

    def scripts(self, text):
        printed = self.cased(text)
        if not self.both:
            return [printed]
        latin = folded(text) if self.caps else folded(text).title()
        return [printed, latin] if self.rng.random() < 0.8 else [f"{printed}{self.rng.choice(['/', ' / ', ' '])}{latin}"]

    def other(self):
        """A field that the product does not have: its labels, its value."""
        labels, values = self.rng.choice(OTHERS)
        value = self.rng.choice(values).replace("*", self.cased(self.name(1)))
        return self.rng.choice(labels.split("|")), self.date(self.first_day) if value == "!" else self.fill(value)

    def extra(self):
        rng = self.rng
        return rng.choice(TITLES) if rng.random() < 0.5 else rng.choice(BORN) + self.cased(self.name(1))

    def zone(self, kind):
        """Machine-readable lines, and their content."""
        rng = self.rng
        number = "".join(c for c in self.number if c.isalnum())[:9].replace("№", "").replace("°", "").ljust(9, "<")
        personal = "".join(c for c in self.personal if c.isalnum())[:14] if rng.random() < 0.6 else ""
        birth, expiry = (f"{y % 100:02d}{m:02d}{d:02d}" for y, m, d in (self.birth_day, self.expiry_day))
        spell = lambda text: "".join(c if c in CAPITALS else "<" for c in folded(text))
        names = spell(self.surname_) + "<<" + spell(self.given_)
        sex = "F" if "F" in self.sex else "M"
        check = lambda: rng.choice(DIGITS)
        said = {"surname": spell(self.surname_).replace("<", " "), "given_name": spell(self.given_).replace("<", " "), "document_number": number.strip("<"), "personal_number": personal, "birth": birth, "expiry": expiry, "nationality": self.code}
        if kind in ("PASSPORT", "VISA"):
            first = ("P<" if kind == "PASSPORT" else "V<") + self.code + names
            second = number + check() + self.code + birth + check() + sex + expiry + check() + personal.ljust(14, "<") + check() + check()
            return [first.ljust(44, "<")[:44], second[:44]], said
        first = ("I<" if kind != "RESIDENCE_PERMIT" else "IR") + self.code + number + check() + personal
        second = birth + check() + sex + expiry + check() + self.code
        return [first.ljust(30, "<")[:30], second.ljust(29, "<")[:29] + check(), names.ljust(30, "<")[:30]], said
