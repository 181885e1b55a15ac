"""Words for random pages: names, towns, offices and labels of many languages. New names are composed from the letters of
these."""

# Language → given names, surnames, towns. Enough to learn a language's letter statistics; most names are newly
# composed.
PEOPLE = {
    "en": ("Emma Oliver Grace Henry Charlotte Thomas Amelia George Harriet Edward Matilda Samuel Beatrice Walter", "Fairweather Ashdown Holloway Pemberton Whitlock Marlowe Redfern Thackeray Winslow Carmody Blackwood Hartley", "London Bristol Leeds Oxford Dover Springfield Auburn Carlisle Dundee Perth Halifax Ottawa"),
    "de": ("Anna Jonas Greta Lukas Friederike Matthias Sabine Jürgen Ulrike Heinrich Klara Wolfgang Annegret Günther", "Achterberg Dornbusch Eisenschmid Grünwald Hagedorn Kühlmann Lindenthal Oberhuber Schönfeld Weißgerber Ziegelmüller", "Hamburg München Köln Salzburg Graz Bregenz Zürich Göttingen Würzburg Lübeck Chemnitz"),
    "fr": ("Amélie Baptiste Céline Didier Élodie François Geneviève Hugues Inès Jérôme Léa Mathieu Océane Rémi", "Beaulieu Charpentier Delacroix Dubreuil Fontaine Girardot Lefèvre Montagne Perrault Rousselot Vasseur", "Lyon Nantes Liège Genève Besançon Orléans Namur Lausanne Évreux Dakar Montréal"),
    "it": ("Alessia Bruno Chiara Davide Elisabetta Fabrizio Giulia Lorenzo Marcella Niccolò Ornella Raffaele", "Bellandi Carpaneto Donadoni Fiorentini Guerrazzi Lombardelli Montalbano Pellegrini Ruggiero Vespucci", "Bologna Firenze Palermo Torino Lucca Ravenna Trieste Lugano Cagliari"),
    "es": ("Alejandra Beatriz Carlos Dolores Esteban Fernanda Gonzalo Inmaculada Joaquín Lucía María José Nuria Rodrigo", "Aguirre Benavente Castellanos Domínguez Echeverría Fuentes Gutiérrez Ibáñez Muñoz Quintana Velázquez Zamorano", "Sevilla Zaragoza Bogotá Quito Guadalajara Córdoba Valparaíso Managua Alcalá Oviedo"),
    "pt": ("Ana Beatriz Caetano Duarte Gonçalo Inês João Leonor Mafalda Nuno Rosário Sebastião Tomás", "Albuquerque Bragança Carvalho Figueiredo Gouveia Magalhães Nogueira Sampaio Teixeira Vasconcelos", "Lisboa Coimbra Évora Porto Luanda Recife Braga Goiânia Maputo"),
    "nl": ("Anneke Bart Cornelia Dirk Femke Gerrit Hendrika Joost Lotte Maarten Saskia Willem", "van der Broek de Groot Hoekstra Kuipers van Leeuwen Nijhuis Oosterhof Verhoeven Westerveld Zijlstra", "Utrecht Leiden Gent Antwerpen Groningen Breda Zwolle Paramaribo"),
    "da": ("Birgitte Christian Dorthe Esben Freja Jørgen Kirsten Mads Søren Tove", "Bjerregaard Dalgaard Frederiksen Højgaard Kjærsgaard Mortensen Nørgaard Østergaard Thorsen", "Aarhus Odense Esbjerg Køge Helsingør Aalborg"),
    "sv": ("Astrid Björn Elsa Gustav Hjördis Kerstin Lennart Mårten Sigrid Åke", "Bergqvist Ekström Forsberg Hellström Lindqvist Nyström Sjöberg Wallenberg Åkesson Öberg", "Göteborg Malmö Uppsala Örebro Luleå Gävle"),
    "no": ("Aslaug Eirik Gunnhild Håkon Ingeborg Kåre Ragnhild Sverre Øystein", "Aamodt Bakken Dahlstrøm Fjeldstad Haugland Lillehagen Rønning Skaugen Ødegård", "Bergen Trondheim Tromsø Ålesund Hamar"),
    "is": ("Aðalheiður Birkir Eiríkur Guðrún Hildur Þórarinn Sigríður Ösp", "Arnarsdóttir Björnsson Guðmundsson Hjaltadóttir Þorvaldsson Ægisdóttir", "Reykjavík Akureyri Ísafjörður Selfoss"),
    "fi": ("Aino Eero Hilkka Jukka Kaisa Mikko Päivi Seppo Tuulikki Väinö", "Hakkarainen Jääskeläinen Kallio Mäkelä Niemelä Pöyhönen Rautiainen Välimäki", "Helsinki Tampere Turku Jyväskylä Hämeenlinna Oulu"),
    "et": ("Aadu Eha Heino Kadri Madis Õie Tõnu Urmas Viive Ülle", "Kivimägi Laanemets Õunapuu Põldsaar Rebane Sõerd Tammsalu Ülemiste", "Tartu Pärnu Võru Rakvere Põlva"),
    "lv": ("Agnese Andris Ilze Jānis Kārlis Līga Māris Rūta Ūdris Ženija", "Bērziņš Eglītis Krūmiņa Liepiņš Ozoliņa Pētersone Šķēle Zvirbule", "Rīga Liepāja Jēkabpils Cēsis Jūrmala"),
    "lt": ("Aistė Darius Eglė Gintaras Jūratė Mindaugas Rūta Šarūnas Žydrė", "Adomaitis Bružaitė Gudavičius Jankauskienė Petrauskas Šimkutė Žemaitis", "Vilnius Kaunas Šiauliai Panevėžys Alytus"),
    "pl": ("Agnieszka Bogdan Danuta Grzegorz Jadwiga Krzysztof Łucja Małgorzata Stanisław Żaneta", "Bąkowski Dąbrowska Górecki Jabłońska Kędzierski Łukasik Piątkowska Świderski Wójtowicz Żurawski", "Kraków Łódź Gdańsk Wrocław Rzeszów Świdnica"),
    "cs": ("Božena Dušan Eliška František Jiří Květoslava Ludmila Ondřej Růžena Štěpán", "Bělohlávek Čermáková Dvořáček Hřebíčková Jelínek Kučerová Řezníček Šťastná Žižka", "Brno Ostrava Plzeň Olomouc Liberec Děčín"),
    "sk": ("Alžbeta Dušana Ján Katarína Ľubomír Miloš Ružena Vojtech Žofia", "Baláž Čierna Ďurica Hudáková Kováčik Ľuptáková Šimková Tóthová", "Bratislava Košice Žilina Trenčín Nitra"),
    "sl": ("Alenka Boštjan Darja Gregor Jožefa Matjaž Nežka Urška Žiga", "Bizjak Cvetko Golob Hribar Kovačič Mlakar Potočnik Šuštar Žagar", "Ljubljana Maribor Celje Škofja Loka Kočevje"),
    "hr": ("Ana Božidar Dragica Hrvoje Ivana Krešimir Ljiljana Mladen Snježana Željko", "Babić Čorić Đurđević Horvatinčić Jurković Kovačević Lončar Perišić Šarić Žugaj", "Zagreb Split Osijek Rijeka Šibenik Đakovo"),
    "hu": ("Ágnes Béla Csilla Ferenc Gizella Imre Judit Károly Mária Özséb Tünde Zsuzsanna", "Balogh Csizmadia Erdélyi Gyöngyösi Hegedűs Kőszegi Nagyváradi Szűcs Vörösmarty", "Budapest Debrecen Győr Székesfehérvár Pécs"),
    "ro": ("Adriana Bogdan Călin Doina Florin Ileana Mihaela Răzvan Ștefania Țurcan Vasile", "Bălan Ciobanu Dumitrescu Grigorescu Ionescu Mureșan Păunescu Stănciulescu Țepeș", "București Iași Cluj-Napoca Timișoara Brașov Chișinău"),
    "sq": ("Arben Besa Drita Fatmir Gëzim Ilir Liridona Mirjeta Shpresa Zamira", "Berisha Çela Dervishi Gjoka Hoxhaj Kërçiku Leka Prifti Shehu Xhafa", "Tiranë Durrës Shkodër Prishtinë Korçë"),
    "tr": ("Ayşe Burak Çiğdem Deniz Emine Gökhan İbrahim Münevver Özgür Şebnem Yiğit", "Aydoğan Bülbül Çelik Demirtaş Güneş Kılıç Öztürk Şahinoğlu Yıldırım", "Ankara İstanbul İzmir Eskişehir Diyarbakır Muğla"),
    "az": ("Aygün Elçin Fəridə Günay İlham Könül Müşfiq Rəşad Şəhla Zümrüd", "Abbasov Babayeva Cəfərli Əliyev Hüseynova Məmmədov Quliyeva Şirinov", "Bakı Gəncə Sumqayıt Şəki Lənkəran"),
    "mt": ("Ġorġ Marija Ċensu Pawlu Ġużeppa Tereża", "Borg Camilleri Farruġia Żammit Mifsud Sciberras", "Valletta Birkirkara Ħamrun Żebbuġ"),
    "ga": ("Aoife Ciarán Fionnuala Niamh Pádraig Sinéad", "Mac Cárthaigh Ní Bhriain Ó Dálaigh Ó Súilleabháin", "Baile Átha Cliath Corcaigh Gaillimh"),
    "ar": ("Abdullah Fatima Hassan Khadija Mahmoud Nadia Omar Salma Youssef Zainab", "Al-Hashimi Ben Youssef El Amrani Haddad Mansour Al Rashid Tazi Zerhouni", "Casablanca Tunis Cairo Amman Oran Doha"),
    "as": ("Anh Chen Hiroshi Linh Mei Nguyen Priya Rajesh Siti Somchai Wei Yuki", "Bautista Chowdhury Dela Cruz Gupta Kurniawan Li Nakamura Park Rahman Sharma Tanaka Zhang", "Hanoi Manila Mumbai Jakarta Osaka Shanghai Dhaka Colombo"),
    "af": ("Abena Chidi Kwame Lerato Mamadou Ngozi Oluwaseun Thandiwe Wanjiru Yaw", "Adeyemi Diallo Kamau Mensah Mokoena Nkosi Okafor Sesay Traoré", "Accra Nairobi Lagos Pretoria Bamako Kampala"),
    "ru": ("Александр Валентина Григорий Елена Зинаида Ирина Кирилл Людмила Николай Ольга Светлана Юрий", "Белоусов Васильева Громов Ермолаева Жуков Кузнецова Лебедев Орлова Румянцев Щербакова", "Москва Казань Саратов Воронеж Тюмень Пермь"),
    "uk": ("Богдан Галина Дмитро Євгенія Ірина Катерина Любомир Наталія Олексій Юлія", "Бондаренко Гнатюк Дорошенко Їжакевич Коваленко Мельничук Рибальченко Шевчук Ющенко", "Київ Львів Одеса Чернігів Полтава Вінниця"),
    "bg": ("Асен Благовеста Григор Десислава Емил Иванка Лъчезар Пенка Стоян Цветелина", "Ангелов Божилова Георгиев Димитрова Йорданов Кръстева Петков Тодорова", "София Пловдив Варна Русе Търговище"),
    "sr": ("Бранислав Вукосава Гордана Душан Јелена Љубица Милорад Његош Снежана Ђорђе", "Анђелковић Бошковић Вујичић Ђокић Јовановић Љубисављевић Петровић Стојановић", "Београд Ниш Крагујевац Чачак Зрењанин"),
    "el": ("Αθανάσιος Βασιλική Γεώργιος Δήμητρα Ελένη Θεόδωρος Κωνσταντίνα Νικόλαος Σοφία Χρήστος", "Αλεξίου Βασιλείου Γεωργιάδης Δημητρίου Καραγιάννης Μιχαηλίδου Οικονόμου Παππά Χατζής", "Αθήνα Πάτρα Βόλος Ιωάννινα Λευκωσία Λάρισα"),
}

# Marks the position of a town's name.
OFFICES = (
    "MINISTRY OF INTERIOR|MINISTRY OF INTERNAL AFFAIRS|MINISTRY OF FOREIGN AFFAIRS|PASSPORT OFFICE|IMMIGRATION SERVICE|HOME OFFICE|POLICE # |CITY OF #|MAYOR OF #|CIVIL REGISTRY #|DEPARTMENT OF STATE|"
    "STADT #|LANDRATSAMT #|LANDESHAUPTSTADT #|BEZIRKSHAUPTMANNSCHAFT #|BH #|MAGISTRAT #|KREISPOLIZEI #|EINWOHNERAMT #|BÜRGERAMT #|PRÉFECTURE DE #|MAIRIE DE #|SOUS-PRÉFECTURE #|VILLE DE #|CONSULAT GÉNÉRAL #|"
    "COMUNE DI #|QUESTURA DI #|MIT-UCO|MINISTERO AFFARI ESTERI|DGP #|POLICÍA NACIONAL #|JEFATURA #|REGISTRO CIVIL #|SERVIÇO DE ESTRANGEIROS|IRN #|CONSERVATÓRIA #|BURGEMEESTER VAN #|GEMEENTE #|POLITIET #|POLISEN #|POLISMYNDIGHETEN #|"
    "POLIISI #|RIIGIKANTSELEI|PMLP #. NODAĻA|MIGRACIJOS TARNYBA #|PREZYDENT MIASTA #|WÓJT GMINY #|STAROSTA #|BURMISTRZ #|WOJEWODA #|MĚSTSKÝ ÚŘAD #|MAGISTRÁT MĚSTA #|OÚ #|OR PZ #|OKRESNÝ ÚRAD #|UPRAVNA ENOTA #|UE #|"
    "PU #|MUP #|PP #|POLICIJSKA UPRAVA #|KÖZPONTI HIVATAL|KORMÁNYHIVATAL #|SPCLEP #|SPCJEP #|POLIȚIA #|MAI #|MVR #|DPP|QSH|DREJTORIA #|NÜFUS #|KAYMAKAMLIĞI #|VALİLİĞİ #|EMNİYET MÜD. #|DIN|ASAN #|MFA|DVLA|GMT|"
    "МВР #|МВД #|УМВД РОССИИ ПО # ОБЛ.|ОВД #|ОТДЕЛОМ УФМС #|ГИБДД ####|МУП #|ПС #|ПОЛИЦИЈСКА УПРАВА #|МВС ####|ЦНАП #|ΑΣΤΥΝΟΜΙΑ #|Δ.Α. #|Α.Τ. #|ΥΠΟΥΡΓΕΙΟ ΕΣΩΤΕΡΙΚΩΝ|####|#####|### #|# ##"
).split("|")

STREETS = "# Street|# Road|# Avenue|#straße|#strasse|#gasse|#weg|#platz|rue de #|avenue #|boulevard #|via #|viale #|piazza #|calle #|av. #|plaza #|rua #|travessa #|#straat|#laan|#vej|#gade|#gatan|#vägen|#veien|#katu|#tie|# tn|# mnt|# iela|# g.|ul. #|al. #|os. #|# ulice|# utca|# út|str. #|bd. #|ulica #|# cesta|rr. #|# sok.|# cad.|# mah.|# küç.|ул. #|пр. #|вул. #|бул. #|οδός #".split("|")

SEXES = "M|F|M|F|M|F|X|K|Ж|М|Ч|Θ|Ž|H|V|N|E|D|Q|K/M|M/M|F/F|K/F|Ž/F|N/F|Ж/F|Ч/M|M/F|Q/F|K/Q|E/M|D/M|H/M|V/F|Α/M|Θ/F|М/M|Ч/М|MALE|FEMALE|Male|Female|MUŠKI|ŽENSKI|MUŽ|ŽENA|MÄNNLICH|MASCULIN|FÉMININ|FFI/NŐ|FÉRFI|МУЖ.|ЖЕН.|МУЖ|ЖЕН".split("|")

DEMONYMS = "BRITISH CITIZEN|IRISH|CANADIAN|AUSTRALIAN|SOUTH AFRICAN|INDIAN|NIGERIAN|DEUTSCH|ÖSTERREICH|SCHWEIZ|Suisse|FRANÇAISE|Française|BELGE|BELG|LUXEMBOURGEOISE|ITALIANA|ESPAÑOLA|PORTUGUESA|BRASILEIRO(A)|MEXICANA|COLOMBIANA|PERUANA|Nederlandse|NEDERLANDSE|DANSK|DANSK/DANISH|SVENSK|NORSK|NORSK/NORWEGIAN|ÍSLENSKT/ICELANDIC|SUOMI/FINLAND|EESTI|EESTI/ESTONIAN|LATVIJAS|LATVIJAS/LATVIA|LIETUVOS|LIETUVOS RESPUBLIKA|POLSKIE|POLSKIE/POLISH|ČESKÁ REPUBLIKA|SLOVENSKÁ REPUBLIKA|SLOVENSKO|SLOVENSKA|SLOVENSKO/SLOVENE|HRVATSKO|HRVATSKO/CROATIAN|MAGYAR|MAGYAR/HUNGARIAN|ROMÂNĂ|ROMÂNĂ/ROMANIAN|Română / ROU|MALTIJA/MALTESE|SHQIPTARE|KOSOVAR|TÜRK|T.C./TUR|TÜRKİYE CUMHURİYETİ|AZƏRBAYCAN|УКРАЇНА/UKRAINE|УКРАЇНА|РОССИЙСКАЯ ФЕДЕРАЦИЯ|БЪЛГАРИЯ/BGR|БЪЛГАРСКО|СРПСКО|SRPSKO|ΕΛΛΗΝΙΚΗ|ΚΥΠΡΙΑΚΗ/CYPRIOT|UNITED STATES OF AMERICA|CITIZEN OF UTOPIA|REPUBLIKA SRBIJA|МАКЕДОНСКО/MACEDONIAN|BOSNE I HERCEGOVINE|CRNOGORSKO|QAZAQSTAN|ÖZBEKISTAN|FILIPINO|INDONESIA|WNI|MALAYSIA|THAI|VIỆT NAM|REPUBLIC OF KOREA|JAPAN|CHINESE|MAROCAINE|TUNISIENNE|SÉNÉGALAISE|IVOIRIENNE|KENYAN|GHANAIAN".split("|")

# Fields that the product does not have, label and value: #=digit, @=capital, anything else literally.
OTHERS = (
    ("SIGNATURE|HOLDERS SIGNATURE|SIGNATURE OF BEARER|UNTERSCHRIFT|UNTERSCHRIFT DER INHABERIN|SIGNATURE DU TITULAIRE|FIRMA DEL TITOLARE|FIRMA DEL TITULAR|FIRMA|ASSINATURA|HANDTEKENING|UNDERSKRIFT|ALLEKIRJOITUS|ALLKIRI|PARAKSTS|PARAŠAS|PODPIS|PODPIS POSIADACZA|PODPIS DRŽITELE|POTPIS|ALÁÍRÁS|SEMNĂTURA|NËNSHKRIMI|İMZASI|İMZA|ПОДПИСЬ|ПІДПИС|ПОДПИС|ПОТПИС|ΥΠΟΓΡΑΦΗ|FIRMA TAL-PUSSESSUR|SÍNIÚ|UNDIRSKRIFT", ("",)),
    ("EYE COLOUR|COLOUR OF EYES|EYES|AUGENFARBE|COULEUR DES YEUX|COLORE OCCHI|COLOR DE OJOS|KOLOR OCZU|BOJA OČIJU|ЦВЯТ НА ОЧИТЕ|ЦВЕТ ГЛАЗ|KLEUR OGEN|ÖGONFÄRG", ("BLUE", "BROWN", "GRN", "BRO", "BLU", "BRAUN", "GRÜN", "BLAU-GRAU", "MARRON", "VERDI", "PIWNE", "NIEBIESKIE", "SMEĐA", "КАФЯВИ", "СИНИ", "ГОЛУБЫЕ")),
    ("WEIGHT|WGT|POIDS|PESO|GEWICHT", ("## kg", "### lb", "##", "###")),
    ("HAIR|HAIR COLOR|HAARFARBE", ("BRO", "BLK", "BLN", "BROWN", "SCHWARZ")),
    ("BLOOD GROUP|BLOOD TYPE|GRUPO SANGUÍNEO|KAN GRUBU|GRUPPO SANGUIGNO|КРВНА ГРУПА|Rh", ("A+", "O+", "B-", "AB+", "0 Rh+", "A Rh (+)", "O RH-")),
    ("PROFESSION|OCCUPATION|BERUF|PROFESSIONE|PROFESIÓN|ZAWÓD|MESLEĞİ", ("STUDENT", "TEACHER", "INGÉNIEUR", "IMPIEGATO", "MÉDICO", "PRIVATE SERVICE", "FARMER")),
    ("MARITAL STATUS|CIVIL STATUS|STATO CIVILE|ESTADO CIVIL|MEDENİ HALİ|ÉTAT CIVIL|СЕМЕЙНО ПОЛОЖЕНИЕ", ("SINGLE", "MARRIED", "CONIUGATO", "SOLTERO", "EVLİ", "BEKAR", "CÉLIBATAIRE", "STATO LIBERO")),
    ("RELIGION|DİNİ|AGAMA", ("ISLAM", "CHRISTIAN", "HINDU", "KRISTEN")),
    ("RESTRICTIONS|RESTR|REST|END|ENDORSEMENTS|ENDORSE|RSTR", ("NONE", "B", "CORR LENS", "A", "NONE ", "01.06", "70")),
    ("TYPE OF PERMIT|ART DES AUFENTHALTSTITELS|TITRE DE SÉJOUR|TYPE OF TITLE|CATEGORY|KATEGORIE|CATÉGORIE|KATEGORIA|TIPO DE PERMISO|RODZAJ ZEZWOLENIA", ("AUFENTHALTSERLAUBNIS", "PERMANENT", "STUDENT", "WORKER", "FAMILY MEMBER", "SALARIÉ", "NIEDERLASSUNGSERLAUBNIS", "LARGA DURACIÓN", "C", "D", "C1", "TEMPORARY", "IR1")),
    ("REMARKS|ANMERKUNGEN|REMARQUES|OBSERVACIONES|UWAGI|NOTES|OBSERVATIONS|POZNÁMKY|ANNOTAZIONI|OPMERKINGEN", ("NO WORK", "EMPLOYMENT PERMITTED", "ERWERBSTÄTIGKEIT GESTATTET", "AUTORISE SON TITULAIRE A TRAVAILLER", "SEE OTHER SIDE", "NONE", "R/@@/#")),
    ("NUMBER OF ENTRIES|ENTRIES|ANZAHL DER EINREISEN|NOMBRE D'ENTRÉES|DURATION OF STAY|DAUER DES AUFENTHALTS|DURÉE DE SÉJOUR", ("MULT", "01", "02", "90", "90 DAYS", "### TAGE", "XX")),
    ("SERIAL NO|SERIES|SERIA|SERIE|SÉRIE|СЕРИЯ|CAN|FOLIO|AUDIT NO|DD|ICN|VERSION|EMISIÓN NO", ("@@", "######", "####", "@# ##", "##########", "@@@ ##", "@@##@##@@@")),
    ("NAME AT BIRTH|MAIDEN NAME|GEBURTSNAME|NOM DE NAISSANCE|NAZWISKO RODOWE|RODNÉ PŘÍJMENÍ|SZÜLETÉSI NÉV|NOM D'USAGE|LEÁNYKORI NÉV", ("*",)),
    ("PARENTS GIVEN NAMES|IMIONA RODZICÓW|PADRES|HIJO DE|FILIAÇÃO|GENITORI|SPOUSE NAME|NAME OF SPOUSE|GUARDIAN|EMERGENCY CONTACT|ORDENS- ODER KÜNSTLERNAME", ("*", "* *")),
    ("TAX NO|STEUERNUMMER|NIF|FISCAL NUMBER|SOCIAL SECURITY NO|HEALTH NO|N° DE SÉCURITÉ SOCIALE|NUIT|PAN|TIN|BSN|VOTER NO|CLAVE DE ELECTOR", ("#########", "###########", "### ### ###", "@@@@@####@", "@######@", "########")),
    ("DONOR|ORGAN DONOR|VETERAN|CDL|REAL ID", ("YES", "DONOR", "NO", "")),
    ("DATE OF REGISTRATION|REGISTERED ON|LAST UPDATED|ENTRY DATE|MEMBER SINCE|RESIDENT SINCE|DATE OF MARRIAGE|CARD EXPIRES TO BE REPLACED BY", ("!",)),
)

# Running text of instructions and conditions, and of papers that are not identity documents.
SENTENCES = "this card remains the property of the issuing authority|if found please return to the nearest police station|not valid for travel abroad|the holder is permitted to work|dieser ausweis ist eigentum der republik|ce document doit être restitué à l'autorité|this licence is not proof of identity|conditions see overleaf|valid only with original signature|machine readable travel document|la presente carta è valida per l'espatrio|documento personal e intransferible|bei verlust bitte melden|thank you for your purchase|total amount due|customer service|member since|invoice number|balance brought forward|please keep this receipt|opening hours monday to friday|dear sir or madam|yours sincerely|delivery address|order number|credit card|debit|student card|library card|employee|visitor|access pass|boarding pass|gate|seat|flight|terms and conditions apply|telephone|www.example.org|info@example.org|vat included|quantity|unit price|page 1 of 2".split("|")

#: Before a name that is not the surname, and titles before names.
BORN = "GEB. |geb. |NÉE |née |born |r. |roz. |z d. |szül. |EP. |épouse |ÉPOUSE |usage |ép. |geb |nascida |nata ".split("|")
TITLES = "DR.|DR|MAG.|MAG. DR.|DIPL.-ING.|ING.|MGR.|PROF.|DI|PHDR.|MR|MRS|MS|MISS|SIR|M.|MME|SIG.RA|D.|DÑA.".split("|")

# Labels beyond the catalogue's: wordings of other issuers, in the catalogue's languages.
MORE_LABELS = {
    "en": {"surname": ["NAME", "SURNAMES", "1ST SURNAME", "LAST NAMES"], "given_name": ["GIVEN NAME(S)", "FIRST AND MIDDLE NAMES", "NAMES", "CHRISTIAN NAMES"], "middle_name": ["MIDDLE NAMES", "PATRONYMIC", "SECOND NAME"], "second_surname": ["SECOND SURNAME", "2ND SURNAME", "MOTHERS SURNAME"], "surname_and_given_names": ["NAME", "HOLDER", "NAMES", "SURNAME, GIVEN NAMES", "SURNAME AND FIRST NAME(S)", "NAME OF HOLDER"], "date_of_birth": ["BORN", "BORN ON", "D.O.B.", "DATE AND PLACE OF BIRTH"], "place_of_birth": ["BORN IN", "COUNTRY OF BIRTH", "PLACE AND COUNTRY OF BIRTH"], "date_of_issue": ["ISSUED", "VALID FROM", "DATE OF ISSUING", "FROM", "ISS. DATE"], "date_of_expiry": ["VALID TO", "EXPIRES", "VALIDITY", "DATE OF EXP.", "UNTIL", "VALID THRU", "EXP. DATE"], "document_number": ["NO", "NO.", "NUMBER", "CARD NR", "LICENCE NO", "PERMIT NO", "DOCUMENT NR"], "personal_number": ["ID NO", "IDENTITY NUMBER", "NATIONAL ID", "NATIONAL ID NUMBER", "PIN", "PERSONAL ID NUMBER", "CIVIL ID", "NIN"], "nationality": ["CITIZEN OF", "NAT"], "authority": ["ISS. OFFICE", "ISSUING OFFICE", "OFFICE", "ISSUED IN"], "place_of_issue": ["ISSUED AT", "PLACE OF ISSUING"], "address": ["PERMANENT ADDRESS", "PLACE OF RESIDENCE", "RESIDENT AT", "HOME ADDRESS"], "issuing_state_code": ["CODE OF STATE", "COUNTRY", "STATE"], "issuing_state_name": ["ISSUING STATE", "ISSUED BY COUNTRY", "COUNTRY OF ISSUE"], "document_class_code": ["DOCUMENT TYPE", "CATEGORIES", "VEHICLE CATEGORIES"], "first_issue_date": ["FIRST ISSUE DATE", "DATE OF FIRST ISSUE", "FIRST ISSUED"], "height": ["HEIGHT CM", "STATURE"]},
    "de": {"surname_and_given_names": ["NAME UND VORNAME", "NAME, VORNAME", "FAMILIENNAME UND VORNAME(N)"], "surname": ["FAMILIENNAME(N)"], "given_name": ["VORNAME(N)", "RUFNAME"], "date_of_expiry": ["ABLAUFDATUM", "GILT BIS", "GÜLTIG BIS ZUM"], "date_of_birth": ["GEBOREN AM", "GEB. DATUM"], "document_number": ["NR.", "AUSWEIS-NR.", "KARTEN-NR."], "date_of_issue": ["AUSGESTELLT", "AUSSTELLTAG"], "authority": ["AUSGESTELLT VON", "AUSSTELLBEHÖRDE"], "height": ["KÖRPERGRÖSSE"]},
    "fr": {"surname_and_given_names": ["NOM ET PRÉNOM", "NOM, PRÉNOMS"], "personal_number": ["N° NATIONAL", "NUMÉRO D'IDENTIFICATION", "NNI"], "document_number": ["N°", "NUMÉRO", "CARTE N°"], "date_of_expiry": ["VALABLE JUSQU'AU", "EXPIRATION", "FIN DE VALIDITÉ"], "date_of_issue": ["DÉLIVRÉ LE", "DÉLIVRÉE LE", "FAIT LE"], "fathers_name": ["NOM DU PÈRE", "FILS DE"], "mothers_name": ["NOM DE LA MÈRE"]},
    "es": {"surname_and_given_names": ["APELLIDOS Y NOMBRES", "NOMBRE COMPLETO"], "personal_number": ["RUN", "RUT", "CURP", "CÉDULA", "NUIP", "IDENTIFICACIÓN"], "mothers_name": ["NOMBRE DE LA MADRE"], "document_number": ["N° DOCUMENTO", "NÚMERO"], "date_of_expiry": ["VENCE", "VIGENCIA"]},
    "pt": {"personal_number": ["CPF", "N° ID CIVIL", "REGISTRO GERAL"], "fathers_name": ["PAI"], "mothers_name": ["MÃE"], "document_number": ["N° DOCUMENTO"]},
    "it": {"surname_and_given_names": ["COGNOME E NOME", "COGNOME NOME"], "place_of_issue": ["COMUNE DI"], "document_number": ["N.", "NUMERO"], "fathers_name": ["PADRE"], "mothers_name": ["MADRE"]},
    "pl": {"surname_and_given_names": ["NAZWISKO I IMIĘ"], "fathers_name": ["IMIĘ OJCA"], "mothers_name": ["IMIĘ MATKI"]},
    "ru": {"middle_name": ["ОТЧЕСТВО"], "surname_and_given_names": ["ФИО"], "personal_number": ["ИИН", "ЛИЧНЫЙ НОМЕР"], "place_of_issue": ["МЕСТО ВЫДАЧИ"], "issuing_state_code": ["КОД ПОДРАЗДЕЛЕНИЯ", "КОД ГОСУДАРСТВА"]},
    "uk": {"middle_name": ["ПО БАТЬКОВІ"], "personal_number": ["РНОКПП", "ЗАПИС №"]},
    "bg": {"middle_name": ["ПРЕЗИМЕ"], "personal_number": ["ЕГН"]},
    "sr": {"fathers_name": ["ИМЕ ЈЕДНОГ РОДИТЕЉА", "IME JEDNOG RODITELJA"], "personal_number": ["ЈМБГ", "JMBG"]},
}
