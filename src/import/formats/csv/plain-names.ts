import { ADDRESS_PARTS } from '../../../vcard/types.ts';
import { normalizeText } from '../../matching/match-keys.ts';
import { partsOfHeader } from './header-words.ts';
import type { FieldName } from './mapping.ts';

// Headers that people write, in the languages of Outlook. Each line is a field, an optional label, and its names. An
// ambiguous name is listed at its most common meaning, and `plain.ts` checks it again.

const NAMES = `
full_name: name, full name, display name, contact, contact name, person, people, name and surname, first and last name
full_name: vollständiger name, ganzer name, anzeigename, kontakt, vor und nachname, vorname nachname, name vorname
full_name: nom, nom complet, nom et prénom, prénom et nom, nom prénom, nom affiché, contact, nombre, nombre completo, nombre y apellidos, contacto
full_name: nome, nome completo, nome e cognome, cognome e nome, nominativo, contatto, nome e apelido, nome e sobrenome, contato
full_name: naam, volledige naam, contactpersoon, navn, fulde navn, fullt navn, fullstendig navn, namn, fullständigt namn, nimi, koko nimi
full_name: imię i nazwisko, nazwisko i imię, kontakt, jméno, celé jméno, jméno a příjmení, meno, celé meno, meno a priezvisko, név, teljes név
full_name: nume, nume complet, nume și prenume, име и фамилия, пълно име, ime i prezime, ime in priimek, puno ime, име и презиме, ονοματεπώνυμο, όνομα
full_name: ad soyad, adı soyadı, isim, имя и фамилия, полное имя, фио, контакт, повне імʼя, піб, імʼя та прізвище, täisnimi, vārds uzvārds, vardas pavardė, nom i cognoms
full_name: 名前, 氏名, 姓名, お名前, 이름, 성명, 联系人, 聯絡人, 全名, שם, שם מלא, الاسم, الاسم الكامل, नाम, nama, nama lengkap, tên, họ tên, họ và tên, ชื่อ นามสกุล
first_name: first name, first, given name, given, forename, christian name, fname, vorname, rufname, prénom, primer nombre, nombre de pila
first_name: primo nome, primeiro nome, voornaam, fornavn, förnamn, tilltalsnamn, etunimi, imię, křestní jméno, krstné meno, keresztnév, utónév, prenume
first_name: собствено име, ime, име, μικρό όνομα, ad, adı, имя, імʼя, eesnimi, vārds, vardas, 名, 名字, שם פרטי, الاسم الأول, पहला नाम, nama depan, tên gọi, ชื่อ
middle_name: middle name, middle, zweiter vorname, weitere vornamen, deuxième prénom, segundo nombre, secondo nome, nome do meio, tussenvoegsel, mellemnavn, mellomnavn, mellannamn, toinen nimi, drugie imię, prostřední jméno, отчество, по батькові, бащино име
last_name: last name, last, surname, family name, lname, nachname, familienname, zuname, nom de famille, apellido, apellidos, primer apellido
last_name: cognome, apelido, sobrenome, último nome, achternaam, familienaam, efternavn, etternavn, efternamn, sukunimi, nazwisko, příjmení, priezvisko, vezetéknév, családnév
last_name: nume de familie, фамилия, prezime, priimek, презиме, επώνυμο, επίθετο, soyad, soyadı, soyisim, прізвище, perekonnanimi, uzvārds, pavardė, cognoms, 姓, 苗字, 姓氏, 성, שם משפחה, اسم العائلة, उपनाम, nama belakang, nama keluarga, họ, นามสกุล
name_prefix: prefix, name prefix, salutation, honorific, anrede, civilité, tratamiento, aanhef, oslovení, обращение
name_suffix: suffix, name suffix, namenszusatz
description_line Nickname: nickname, nick, alias, spitzname, surnom, apodo, soprannome, bijnaam, kælenavn, kallenavn, smeknamn, lempinimi, pseudonim, přezdívka, prezývka, becenév, poreclă, ник, псевдоним, ニックネーム, 별명, 昵称
email: email, emails, mail, email address, email addresses, mail address, emailadresse, email adresse, mailadresse, emails address, courriel, adresse email, adresse mail, adresse électronique, adresse de messagerie, adresse courriel
email: correo, correo electrónico, dirección de correo, dirección de correo electrónico, posta elettronica, indirizzo email, indirizzo di posta elettronica, correio, correio eletrónico, correio eletrônico, endereço de email, endereço de correio eletrónico
email: indirizzo posta elettronica, эл почта, адрес эл почты, emailadres, mailadres, mailadresse, epost, epostadresse, epostadress, eposti, sähköposti, sähköpostiosoite, adres email, poczta, emailová adresa, emailcím, email cím, adresă email, adresa de email
email: имейл, електронна поща, adresa epošte, epošta, имејл, ηλεκτρονικό ταχυδρομείο, διεύθυνση email, eposta, eposta adresi, электронная почта, почта, адрес электронной почты, емейл, имейл адрес, електронна пошта, ел пошта, eposti aadress, epasts, epasta adrese, el paštas, el pašto adresas, correu electrònic, adreça electrònica
email: メール, メールアドレス, eメール, 電子メール, 이메일, 이메일 주소, 전자 메일, 邮箱, 电子邮箱, 邮件, 电子邮件, 电子邮件地址, 電子郵件, 電子郵件地址, 信箱, אימייל, דואל, דואר אלקטרוני, البريد الإلكتروني, بريد إلكتروني, ईमेल, surel, thư điện tử, อีเมล
email home: home email, private email, personal email, email home, email private, email personal, email privat, private email adresse, email privé, email personnel, correo personal, email personale, email pessoal
email work: work email, business email, office email, email work, company email, email geschäftlich, email dienstlich, email arbeit, geschäftliche email, email professionnel, correo de trabajo, correo del trabajo, email lavoro, email de trabalho, werk email, email werk
phone: phone, phones, phone number, phone numbers, phone no, telephone, telephone number, tel, tel no, telefon, telefonnummer, tel nr, telefonnr, rufnummer, téléphone, numéro de téléphone, teléfono, número de teléfono
phone: telefono, numero di telefono, telefone, número de telefone, telefoonnummer, telefoon, telefonnummer, telefonnr, tlf, tlf nr, puhelin, puhelinnumero, numer telefonu, telefonní číslo, telefónne číslo, telefonszám, număr de telefon
phone: телефон, телефонен номер, broj telefona, telefonska številka, τηλέφωνο, αριθμός τηλεφώνου, telefon numarası, номер телефона, номер телефону, telefoninumber, tālrunis, tālruņa numurs, telefonas, telefono numeris, telèfon
phone: 電話, 電話番号, 전화, 전화번호, 电话, 电话号码, 電話號碼, טלפון, מספר טלפון, الهاتف, هاتف, رقم الهاتف, फ़ोन, फोन, nomor telepon, telepon, số điện thoại, điện thoại, โทรศัพท์, เบอร์โทร
phone mobile: mobile, mobile phone, mobile number, cell, cell phone, cellphone, cellular, handy, handynummer, mobil, mobiltelefon, mobilnummer, mobilfunk, portable, téléphone portable, mobile portable, tél mobile, téléphone mobile, móvil, celular, teléfono móvil
phone mobile: cellulare, telefono cellulare, telemóvel, telefone celular, mobiel, mobiele telefoon, mobiel nummer, gsm, matkapuhelin, komórka, telefon komórkowy, komórkowy, mobilní telefon, mobilné číslo, мобилен телефон, мобилен, mobitel, mobilni telefon, κινητό, κινητό τηλέφωνο, cep, cep telefonu, мобильный, мобильный телефон, сотовый, мобільний, мобільний телефон, mobiiltelefon, mobilais, mobilusis, mòbil
phone mobile: 携帯, 携帯電話, 携帯番号, 휴대폰, 휴대전화, 핸드폰, 手机, 手机号, 手机号码, 移动电话, 手機, 行動電話, נייד, טלפון נייד, الجوال, الهاتف المحمول, الموبايل, मोबाइल, ponsel, hp, di động, มือถือ
phone home: home phone, phone home, home, home number, private phone, landline, telefon privat, privat, festnetz, telefon zu hause, téléphone domicile, téléphone fixe, fixe, teléfono particular, teléfono de casa, teléfono fijo, telefono casa, telefono di casa, telefone residencial, telefone de casa, thuis, telefoon thuis, telefon hjem, hemtelefon, kotipuhelin, telefon domowy, domácí telefon, домашний телефон, домашний, 自宅電話, 家庭电话, 住宅電話
phone work: work phone, phone work, telefoon op werk, werktelefoon, business phone, office phone, office, work number, telefon geschäftlich, telefon dienstlich, telefon arbeit, telefon büro, geschäftlich, téléphone bureau, téléphone professionnel, teléfono del trabajo, teléfono de trabajo, teléfono oficina, telefono lavoro, telefono ufficio, telefone comercial, telefone do trabalho, telefoon werk, telefon arbejde, telefon arbeid, arbetstelefon, työpuhelin, telefon służbowy, pracovní telefon, рабочий телефон, рабочий, 勤務先電話, 会社電話, 办公电话, 公司電話
phone fax: fax, fax number, fax phone, telefax, télécopie, télécopieur, faksi, faks, факс, φαξ, ファックス, 팩스, 传真, 傳真, פקס, فاكس, الفاكس, फ़ैक्स, फैक्स, faksimili, แฟกซ์
phone pager: pager, pager number, pager phone, beeper, récepteur de radiomessagerie, buscapersonas, localizador, cercapersone, semafoon, personsøker, personsøger, personsökare, hakulaite, csipogó, пейджер, çağrı cihazı, ポケベル, 호출기, 寻呼机, 呼机, 傳呼機, זימונית, جهاز النداء
company: company, companies, company name, account name, organization, organisation, employer, firm, business, workplace, firma, firmenname, unternehmen, arbeitgeber, organisation, société, entreprise, employeur, empresa, compañía, organización, azienda, società, ditta, organizzazione, organização
company: bedrijf, bedrijfsnaam, organisatie, werkgever, virksomhed, bedrift, selskap, företag, organisaatio, yritys, przedsiębiorstwo, organizacja, společnost, organizace, spoločnosť, cég, vállalat, munkahely, companie, firmă, organizație, компания, фирма, tvrtka, podjetje, kompanija, εταιρεία, şirket, firma adı, kurum, организация, компанія, організація, ettevõte, uzņēmums, įmonė
company: 会社, 会社名, 勤務先, 組織, 회사, 직장, 公司, 单位, 公司名称, 單位, חברה, ארגון, الشركة, المؤسسة, कंपनी, perusahaan, công ty, บริษัท
job_title: job title, job, title, position, role, occupation, jobtitel, beruf, stelle, funktion, rolle, titel, poste, fonction, métier, profession, puesto, cargo, profesión, ocupación, posizione, professione, ruolo, mansione, qualifica, função, profissão
job_title: functie, beroep, functietitel, stilling, stillingsbetegnelse, befattning, yrke, ammatti, tehtävänimike, stanowisko, zawód, pozice, pracovní pozice, povolání, pozícia, beosztás, foglalkozás, funcție, длъжност, радно место, delovno mesto, radno mjesto, θέση, επάγγελμα, ünvan, görev, meslek, должность, профессия, посада, amet, amats, pareigos, càrrec
job_title: 役職, 肩書き, 職業, 직책, 직위, 직업, 职位, 职务, 职业, 職稱, 職位, תפקיד, المسمى الوظيفي, الوظيفة, पद, jabatan, chức vụ, ตำแหน่ง
description_line Department: department, dept, division, team, abteilung, bereich, service, département, departamento, sección, reparto, dipartimento, ufficio, afdeling, avdeling, avdelning, osasto, dział, oddělení, oddelenie, osztály, отдел, odjel, oddelek, τμήμα, departman, bölüm, відділ, 部署, 部門, 부서, 部门, מחלקה, القسم
birthday: birthday, birth date, birthdate, date of birth, dob, born, bday, geburtstag, geburtsdatum, geboren, anniversaire, date de naissance, naissance, né le, cumpleaños, fecha de nacimiento, nacimiento, compleanno, data di nascita, nascita
birthday: aniversário, data de nascimento, nascimento, verjaardag, geboortedatum, fødselsdag, fødselsdato, bursdag, födelsedag, födelsedatum, syntymäpäivä, syntymäaika, urodziny, data urodzenia, narozeniny, datum narození, narodeniny, dátum narodenia, születésnap, születési dátum, zi de naștere, data nașterii
birthday: рожден ден, дата на раждане, rođendan, datum rođenja, rojstni dan, datum rojstva, рођендан, γενέθλια, ημερομηνία γέννησης, doğum günü, doğum tarihi, день рождения, дата рождения, день народження, дата народження, sünnipäev, sünniaeg, dzimšanas diena, gimtadienis, gimimo data, aniversari, data de naixement
birthday: 誕生日, 生年月日, 생일, 생년월일, 生日, 出生日期, יום הולדת, תאריך לידה, تاريخ الميلاد, عيد الميلاد, जन्मदिन, जन्म तिथि, tanggal lahir, ulang tahun, ngày sinh, sinh nhật, วันเกิด
address: address, addresses, full address, postal address, mailing address, adresse, anschrift, postadresse, postanschrift, dirección, domicilio, indirizzo, endereço, morada, adres, postadres, adress, postadress, osoite, adresa, cím, lakcím, adresă, адрес, διεύθυνση, adresi, адреса, aadress, adrese, adresas, adreça, 住所, 주소, 地址, 通讯地址, כתובת, العنوان, पता, alamat, địa chỉ, ที่อยู่
street: street, street address, address line 1, address 1, street name, strasse, straße und hausnummer, straße hausnummer, straße nr, rue, numéro et rue, calle, via, rua, straat, straat en huisnummer, gade, vej, gate, gata, gatuadress, katuosoite, ulica, ulice, utca, stradă, улица, οδός, sokak, cadde, вулиця, tänav, iela, gatvė, carrer, 街道, 番地, 町名番地
city: city, town, place, ort, stadt, wohnort, ville, localité, commune, ciudad, localidad, población, municipio, città, comune, località, cidade, localidade, plaats, woonplaats, stad, by, poststed, postort, kaupunki, postitoimipaikka, paikkakunta, miasto, miejscowość, město, obec, mesto, város, település, oraș, localitate, град, grad, πόλη, şehir, il, город, місто, linn, pilsēta, miestas, ciutat, 市, 市区町村, 도시, 시, 城市, עיר, المدينة, शहर, kota, thành phố, เมือง
region: region, state, province, county, state province, state region, bundesland, kanton, région, département province, canton, provincia, comunidad autónoma, regione, estado, distrito, provincie, regio, fylke, län, maakunta, województwo, kraj, okres, megye, județ, област, županija, περιοχή, bölge, область, регион, регіон, maakond, reģions, apskritis, 都道府県, 도, 省, 省份, 州, מחוז, المنطقة, राज्य, provinsi, tỉnh
postal_code: postal code, post code, postcode, zip, zip code, zipcode, plz, postleitzahl, code postal, cp, código postal, cap, codice postale, cep, postnummer, postnr, postinumero, kod pocztowy, psč, poštovní směrovací číslo, irányítószám, cod poștal, пощенски код, poštanski broj, poštna številka, поштански број, ταχυδρομικός κώδικας, τκ, posta kodu, индекс, почтовый индекс, поштовий індекс, sihtnumber, pasta indekss, pašto kodas, codi postal, 郵便番号, 우편번호, 邮编, 邮政编码, 郵遞區號, מיקוד, الرمز البريدي, पिन कोड, kode pos, mã bưu chính, รหัสไปรษณีย์
country: country, country region, nation, land, staat, pays, país, paese, nazione, maa, kraj kraju, země, stát, krajina, ország, țară, държава, страна, država, zemlja, χώρα, ülke, країна, riik, valsts, šalis, 国, 国家, 國家, 나라, 국가, מדינה, ארץ, البلد, الدولة, देश, negara, quốc gia, ประเทศ
legacy_location: location, where, lives in, standort, lieu, ubicación, posizione geografica, localização, locatie, местоположение
website: website, website home page, web site, web, web page, webpage, url, homepage, home page, site, blog, webseite, internetseite, site web, page web, site internet, sitio web, página web, sito, sito web, pagina web, página, website url, hjemmeside, nettside, nettsted, hemsida, webbplats, verkkosivu, kotisivu, kotisivut, strona, strona www, www, strona internetowa, web stránka, webová stránka, weboldal, honlap, уебсайт, web stranica, spletna stran, ιστοσελίδα, ιστότοπος, web sitesi, сайт, веб сайт, вебсайт, koduleht, mājaslapa, svetainė, pàgina web, ウェブサイト, ホームページ, 웹사이트, 홈페이지, 网站, 网址, 網站, אתר, الموقع الإلكتروني, वेबसाइट, situs web, trang web, เว็บไซต์
profile Jabber: im jabber, jabber
profile Skype: im skype, skype, skype id
profile ICQ: im icq, icq, icq id
profile AIM: im aim, aim, aim id
profile MSN: im msn, msn, msn id
profile Yahoo: im yahoo
linkedin: linkedin, linkedin url, linkedin profile, linkedin profil
twitter: twitter, twitter handle, x twitter
facebook: facebook, facebook url, facebook profile
instagram: instagram, instagram handle, insta
telegram: telegram, telegram handle
tiktok: tiktok
youtube: youtube, youtube channel
note: note, notes, comment, comments, remark, remarks, memo, notiz, notizen, bemerkung, bemerkungen, anmerkung, anmerkungen, kommentar, remarque, remarques, commentaire, commentaires, nota, notas, comentario, comentarios, observaciones, note personali, appunti, osservazioni, observações, comentários, notitie, notities, opmerking, opmerkingen, bemærkning, bemærkninger, merknad, merknader, notat, notater, anteckning, anteckningar, muistiinpano, muistiinpanot, huomautus, huomautukset, notatka, notatki, uwagi, poznámka, poznámky, jegyzet, jegyzetek, megjegyzés, notă, observații, бележка, бележки, bilješka, bilješke, napomena, opomba, opombe, σημείωση, σημειώσεις, not, notlar, заметка, заметки, примечание, примечания, комментарий, нотатка, нотатки, примітка, примітки, märkus, märkused, märkmed, piezīme, piezīmes, pastaba, pastabos, メモ, 備考, ノート, 메모, 비고, 备注, 備註, 注释, הערה, הערות, ملاحظة, ملاحظات, टिप्पणी, catatan, ghi chú, หมายเหตุ
description: description, about, bio, beschreibung, descripción, descrizione, descrição, beschrijving, beskrivelse, beskrivning, kuvaus, opis, popis, leírás, descriere, описание, περιγραφή, açıklama, опис, 説明, 설명, 描述
tags: tag, tags, group, groups, category, categories, label, labels, list, lists, kategorie, kategorien, gruppe, gruppen, schlagwort, schlagworte, schlagwörter, stichworte, étiquette, étiquettes, groupe, groupes, catégorie, catégories, etiqueta, etiquetas, grupo, grupos, categoría, categorías, etichetta, etichette, gruppo, gruppi, categoria, categorie, categorias, groep, groepen, categorie, categorieën, labels, kategori, kategorier, grupper, grupp, ryhmä, ryhmät, luokka, luokat, kategoria, kategorie, grupa, grupy, etykieta, etykiety, skupina, skupiny, štítky, kategórie, csoport, csoportok, kategóriák, címke, címkék, grup, grupuri, etichete, категория, категории, група, групи, етикети, kategorija, kategorije, grupe, oznake, skupine, κατηγορία, κατηγορίες, ομάδα, ομάδες, ετικέτες, etiket, etiketler, gruplar, kategoriler, группа, группы, метки, теги, категорія, категорії, мітки, グループ, タグ, 分類, 그룹, 태그, 분류, 分组, 标签, 类别, 群組, 標籤, קבוצה, קטגוריה, المجموعة, الفئة, समूह, kategori, nhóm, กลุ่ม
first_met_at: first met, met on, met at, kennengelernt am, kennengelernt
education: education, school, university, ausbildung, formation, educación, istruzione, opleiding
`;

export interface PlainColumn {
  field: FieldName;
  label?: string;
}

let known: Map<string, PlainColumn> | undefined;

/** Normalizes a header for lookup: `E-Mail 2`, `eMail` and `email` are the same. */
export const headerKey = (name: string): string =>
  normalizeText(name.replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2'))
    .replace(/\be (?=mail|post|pasts|posta|posti)/g, 'e')
    .replace(/(\p{L})(\d{1,2})$/u, '$1 $2')
    .replace(/ \d{1,2}$/, '');

/** Fields that a person can have more than once. Headers distinguish them by labels, ranks, and numbers. */
const LABELED: FieldName[] = ['email', 'phone', 'website', 'address', ...ADDRESS_PARTS];

/** The meaning of a header: a field above, or one with a label, rank or number, in any order. */
export function plainColumn(name: string): PlainColumn | undefined {
  known ??= readNames();
  const key = headerKey(name);
  const exact = known.get(key);
  if (exact) return exact;
  const { rest, label } = partsOfHeader(key);
  bare ??= withoutFillers(known);
  const column = bare.get(rest);
  if (!column) return undefined;
  const labels = [...new Set([label, column.label])].filter(Boolean).join(' ');
  return { field: column.field, ...(labels && { label: labels }) };
}

/** The label of a header that contains nothing else, such as "Work" or "Other" for a column of numbers. */
export function bareLabel(name: string): string | undefined {
  const { rest, label } = partsOfHeader(headerKey(name));
  return rest === '' ? label : undefined;
}

let bare: Map<string, PlainColumn> | undefined;

function withoutFillers(names: Map<string, PlainColumn>): Map<string, PlainColumn> {
  const found = new Map<string, PlainColumn>();
  for (const [key, column] of names) {
    const { rest, label } = partsOfHeader(key);
    const isNew = rest !== '' && label === undefined && !found.has(rest);
    if (LABELED.includes(column.field) && isNew) found.set(rest, column);
  }
  return found;
}

/** If a name appears in several lines, the first one counts. */
function readNames(): Map<string, PlainColumn> {
  const columns = new Map<string, PlainColumn>();
  for (const line of NAMES.trim().split('\n')) {
    const [, field, label, names] = /^(\w+)(?: ([^:]+))?: (.*)$/.exec(line)!;
    for (const name of names!.split(', ')) {
      const key = headerKey(name);
      if (!columns.has(key)) columns.set(key, { field: field as FieldName, ...(label && { label }) });
    }
  }
  return columns;
}
