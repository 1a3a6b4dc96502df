import { normalizeText } from '../../matching/match-keys.ts';

// Outlook names its columns in the language of its menus, and Thunderbird has different names. Both are translated to
// Outlook's English names.

/** English, German, French and Spanish. Alternative names are separated by commas. */
const NAMES = `
Title | Anrede | | Título, Tratamiento
First Name | Vorname | Prénom | Nombre
Middle Name | Weitere Vornamen | Deuxième prénom | Segundo nombre
Last Name | Nachname | Nom | Apellidos, Apellido
Suffix | Suffix | Suffixe | Sufijo
Company | Firma | Société | Organización, Compañía
Department | Abteilung | Service | Departamento
Job Title | Position | Titre | Puesto, Cargo
Business Street | Straße geschäftlich | Rue (bureau) | Calle del trabajo
Business Street 2 | Straße geschäftlich 2 | Rue (bureau) 2 | Calle del trabajo 2
Business Street 3 | Straße geschäftlich 3 | Rue (bureau) 3 | Calle del trabajo 3
Business City | Ort geschäftlich | Ville (bureau) | Ciudad de trabajo, Ciudad del trabajo
Business State | Region geschäftlich | Dép/Région (bureau) | Provincia o estado de trabajo
Business Postal Code | Postleitzahl geschäftlich | Code postal (bureau) | Código postal del trabajo
Business Country/Region | Land/Region geschäftlich | Pays/Région (bureau) | País o región del trabajo
Home Street | Straße privat | Rue (domicile) | Calle del domicilio, Calle particular
Home Street 2 | Straße privat 2 | Rue (domicile) 2 | Calle del domicilio 2
Home Street 3 | Straße privat 3 | Rue (domicile) 3 | Calle del domicilio 3
Home City | Ort privat | Ville (domicile) | Ciudad del domicilio, Ciudad particular
Home State | Bundesland/Kanton privat, Region privat | Dép/Région (domicile) | Provincia o estado del domicilio
Home Postal Code | Postleitzahl privat | Code postal (domicile) | Código postal del domicilio
Home Country/Region | Land/Region privat | Pays/Région (domicile) | País o región del domicilio
Other Street | Weitere Straße | Rue (autre) | Otra calle
Other Street 2 | Weitere Straße 2 | Rue (autre) 2 | Otra calle 2
Other Street 3 | Weitere Straße 3 | Rue (autre) 3 | Otra calle 3
Other City | Weiterer Ort | Ville (autre) | Otra ciudad
Other State | Weiteres/r Bundesland/Kanton, Weitere Region | Dép/Région (autre) | Otra provincia o estado
Other Postal Code | Weitere Postleitzahl | Code postal (autre) | Otro código postal
Other Country/Region | Weiteres/e Land/Region | Pays/Région (autre) | Otro país o región
Assistant's Phone | Telefon Assistent | Téléphone de l'assistant(e) | Teléfono del ayudante
Business Fax | Fax geschäftlich | Télécopie (bureau) | Fax del trabajo
Business Phone | Telefon geschäftlich | Téléphone (bureau) | Teléfono del trabajo
Business Phone 2 | Telefon geschäftlich 2 | Téléphone 2 (bureau) | Teléfono del trabajo 2
Callback | Rückmeldung | Rappel | Devolución de llamada
Car Phone | Autotelefon | Téléphone (voiture) | Teléfono del automóvil
Company Main Phone | Telefon Firma | Téléphone société | Número de centralita de la organización
Home Fax | Fax privat | Télécopie (domicile) | Fax particular, Fax del domicilio
Home Phone | Telefon privat | Téléphone (domicile) | Particular, Teléfono particular
Home Phone 2 | Telefon privat 2 | Téléphone 2 (domicile) | Particular 2, Teléfono particular 2
ISDN | ISDN | RNIS | RDSI
Mobile Phone | Mobiltelefon | Tél. mobile | Teléfono móvil, Móvil
Other Fax | Weiteres Fax | Télécopie (autre) | Otro fax
Other Phone | Weiteres Telefon | Téléphone (autre) | Otro teléfono
Pager | Pager | Récepteur de radiomessagerie | Buscapersonas, Localizador
Primary Phone | Haupttelefon | Téléphone principal | Teléfono principal
Radio Phone | Mobiltelefon 2 | Radio téléphone | Radioteléfono
TTY/TDD Phone | Telefon für Hörbehinderte | Téléphone TDD/TTY | Número de teletipo
Telex | Telex | Télex | Télex
Anniversary | Jahrestag | Anniversaire de mariage ou fête | Aniversario
Assistant's Name | Name Assistent | Nom de l'assistant(e) | Nombre del ayudante
Birthday | Geburtstag | Anniversaire | Cumpleaños
Business Address PO Box | Postfach geschäftlich | B.P. professionnelle | Apartado postal de la dirección del trabajo
Categories | Kategorien | Catégories | Categorías
Children | Kinder | Enfants | Hijos
E-mail Address | E-Mail-Adresse | Adresse de messagerie | Dirección de correo electrónico
E-mail Type | E-Mail-Typ | Type de messagerie | Tipo de correo electrónico
E-mail Display Name | E-Mail: Angezeigter Name | Nom complet de l'adresse de messagerie | Nombre de pantalla de correo electrónico
E-mail 2 Address | E-Mail 2: Adresse | Adresse de messagerie 2 | Dirección de correo electrónico 2
E-mail 2 Type | E-Mail 2: Typ | Type de messagerie 2 | Tipo de correo electrónico 2
E-mail 2 Display Name | E-Mail 2: Angezeigter Name | Nom complet de l'adresse de messagerie 2 | Nombre de pantalla de correo electrónico 2
E-mail 3 Address | E-Mail 3: Adresse | Adresse de messagerie 3 | Dirección del correo electrónico 3, Dirección de correo electrónico 3
E-mail 3 Type | E-Mail 3: Typ | Type de messagerie 3 | Tipo de correo electrónico 3
E-mail 3 Display Name | E-Mail 3: Angezeigter Name | Nom complet de l'adresse de messagerie 3 | Nombre de pantalla de correo electrónico 3
Gender | Geschlecht | Sexe | Género, Sexo
Hobby | Hobby | Passe-temps | Aficiones
Home Address PO Box | Postfach privat | Boîte postale du domicile | Apartado postal de la dirección personal
Initials | Initialen | Initiales | Iniciales
Internet Free Busy | Internet-Frei/Gebucht | Disponibilité Internet |
Keywords | Stichwörter | Mots clés | Palabras clave
Language | Sprache | Langue | Idioma
Location | Ort | Emplacement | Ubicación
Manager's Name | Name des/der Vorgesetzten | Responsable | Nombre del director
Mileage | Reisekilometer | Kilométrage | Kilometraje
Notes | Notizen | Notes | Notas
Office Location | Büro | Bureau | Ubicación de la oficina
Other Address PO Box | Weiteres Postfach | Autre boîte postale | Otro apartado postal
Priority | Priorität | Priorité | Prioridad
Private | Privat | Privé | Privado
Profession | Beruf | Profession | Profesión
Sensitivity | Vertraulichkeit | Critère de diffusion | Confidencialidad
Spouse | Partner, Partner/in | Conjoint(e) | Cónyuge
User 1 | Benutzer 1 | Utilisateur 1 | Usuario 1
User 2 | Benutzer 2 | Utilisateur 2 | Usuario 2
User 3 | Benutzer 3 | Utilisateur 3 | Usuario 3
User 4 | Benutzer 4 | Utilisateur 4 | Usuario 4
Web Page | Webseite | Page Web | Página web`;

/** Thunderbird's English names. */
const THUNDERBIRD = `
Primary Email | E-mail Address
Secondary Email | E-mail 2 Address
Work Phone | Business Phone
Fax Number | Business Fax
Pager Number | Pager
Mobile Number | Mobile Phone
Home Address | Home Street
Home Address 2 | Home Street 2
Home Address2 | Home Street 2
Home ZipCode | Home Postal Code
Home Zip | Home Postal Code
Home Post Code | Home Postal Code
Home County | Home State
Home Country | Home Country/Region
Work Address | Business Street
Work Address 2 | Business Street 2
Work City | Business City
Work State | Business State
Work Address2 | Business Street 2
Work ZipCode | Business Postal Code
Work Zip | Business Postal Code
Work Post Code | Business Postal Code
Work County | Business State
Work Country | Business Country/Region
Organization | Company
Organisation | Company
Web Page 1 | Web Page
Web Page 2 | Personal Web Page
Custom 1 | User 1
Custom 2 | User 2
Custom 3 | User 3
Custom 4 | User 4`;

type Names = ReadonlyMap<string, string>;

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

let languages: Names[] | undefined;

/** For each language, a map from folded names to English names. English names map to themselves. */
function namesByLanguage(): Names[] {
  if (languages) return languages;
  const rows = rowsOf(NAMES);
  languages = [1, 2, 3].map(
    (language) =>
      new Map(
        rows
          .flatMap(([english = '', ...all]) =>
            (all[language - 1] ?? '').split(', ').map((name): [string, string] => [normalizeText(name), english]),
          )
          .filter(([name]) => name !== ''),
      ),
  );
  return languages;
}

/** Translates a header from Outlook in another language, choosing the language with the most known columns. */
export function outlookInEnglish(header: string[]): string[] | undefined {
  const known = namesByLanguage().map((names) => translated(header, names));
  const [best] = known.sort((a, b) => changes(b, header) - changes(a, header));
  return best && changes(best, header) > 0 ? best : undefined;
}

const changes = (columns: string[], header: string[]): number =>
  columns.filter((column, index) => column !== header[index]).length;

function translated(header: string[], names: Names): string[] {
  const columns = header.map((name) => names.get(normalizeText(name)) ?? name);
  // In French, both the salutation and the job title are "Titre". The salutation comes before the name.
  const title = columns.indexOf('Job Title');
  return title >= 0 && title < columns.indexOf('First Name') ? columns.with(title, 'Title') : columns;
}

/** Translates Thunderbird's header to Outlook's names. Undefined for any other header. */
export function thunderbirdAsOutlook(header: string[]): string[] | undefined {
  const names = new Map(rowsOf(THUNDERBIRD).map(([theirs = '', ours = '']) => [normalizeText(theirs), ours]));
  if (!header.some((name) => normalizeText(name) === 'primary email')) return undefined;
  return header.map((name) => names.get(normalizeText(name)) ?? name);
}
