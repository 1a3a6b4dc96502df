/** Work, money, and education. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const WORK = `
job jobs employment arbeit arbeitsplatz arbeitsstelle empleo trabajo emploi boulot lavoro impiego
work works working worked arbeitet arbeiten gearbeitet trabaja trabajar travaille travailler lavora lavorare lavorato
employer employers employed arbeitgeber beschäftigt empleador employeur datore
hire hired hiring recruited recruit eingestellt einstellen contratado contratada contratar embauché embauchée embaucher recruté assunto assunta assumere
vacancy vacancies stellenangebot stellenanzeige vacante vacantes
apply applied ~application bewerbung beworben bewerben solicitud postuló candidature postulé candidatura candidato
~resume cv lebenslauf currículum
resign resigned resignation quit quitting quits kündigen gekündigt kündigung dimitir dimitió renunció démissionner démission démissionné dimettersi dimissioni dimesso dimisión
fired ~laid layoff layoffs redundant dismissed entlassen entlassung despedido despedida despidieron licencié licenciée licenciement licenziato licenziata licenziamento
unemployed unemployment jobless arbeitslos arbeitslosigkeit desempleado desempleada desempleo chômage chômeur disoccupato disoccupata disoccupazione
promotion promoted beförderung befördert ascenso ascendido ascendieron promu promue promozione promosso promossa
salary salaries wage wages ~pay paycheck gehalt gehälter lohn gehaltserhöhung sueldo sueldos salario salaire salaires stipendio
retirement retire retired retiring pension ruhestand rente pensioniert jubilación jubilarse jubiló retraite pensione
startup startups gründung gegründet
founded founding fundó fundar fondé fondata fondato fondare
meeting meetings besprechung besprechungen ~reunión reuniones riunione riunioni réunions
conference conferences congress symposium konferenz konferenzen kongress conferencia congreso congrès conferenza conferenze congresso convegno
speech speeches ~talks lecture lectures keynote rede vortrag vorträge charla discurso discours exposé discorso
presentation presentations präsentation presentación presentazione
~fair fairs ~messe messen feria ferias foire fiera fiere
client clients customer customers kunde kundin kunden cliente clientes clienti
deadline deadlines frist fristen abgabetermin plazo échéance scadenza
~deal deals agreement vereinbarung abkommen acuerdo accord accordo
sell sells selling sold verkaufen verkauft vender vendió vendido vendre vendu vendue vendere venduto venduta
buy buys buying bought purchase purchased kaufen gekauft kauft gekaufte comprar compró comprado compra acheter acheté achetée acheta comprare comprato comprata acquistato
price prices cost costs expensive preis preise kosten teuer precio precios prix prezzo prezzi costoso
business businesses geschäft geschäfte negocio negocios commerce affaires affari
shop shops store stores laden tienda tiendas boutique magasin magasins negozio negozi
career careers karriere carrera carrière carriera
freelance freelancer freelancing freiberuflich freiberufler freiberuflerin autónomo autónoma
internship internships praktikum praktika prácticas pasantía tirocinio
training workshop workshops weiterbildung fortbildung schulung taller talleres formation formación formazione
~course ~courses kurs kurse curso cursos cours corso corsi
study studies studied studying studiert studieren studium estudiar estudia estudió estudios estudiando étudie étudier étudia studia studiare studiato
learn learns learned learning learnt lernt lernen gelernt aprender aprende aprendió aprendiendo apprendre apprend imparare imparato impara
teach teaches taught teaching unterrichtet unterrichten unterricht enseñar enseña enseñó enseigner enseigne insegnare insegna insegnato
cram cramming pauken büffeln empollar bachoter sgobbare
exam exams examination prüfung prüfungen klausur klausuren abitur examen examens exámenes esame esami
thesis theses dissertation doktorarbeit masterarbeit bachelorarbeit tesis tesina thèse tesi phd doctorate promotionsarbeit doctorado doctorat dottorato
degree ~degrees bachelor masters graduation graduate graduated abschluss graduación graduado graduó licenciatura diplôme diplom laurea laureato laureata
university universities college colleges uni universität universitäten hochschule universidad universidades université universités fac università ateneo
school schools schule schulen ~gymnasium grundschule escuela escuelas colegio instituto école écoles lycée scuola scuole liceo
kindergarten kindergartens kita daycare preschool nursery childcare guardería krippe maternelle crèche asilo
licence license permit führerschein carnet permis ~patente
loan loans darlehen kredit kredite credit préstamo préstamos crédito emprunt prêt prestito prestiti
lend lent lends lending loaned borrow borrowed borrowing leihen geliehen verliehen ausgeliehen ausleihen prestar prestado prestó prêter emprunter emprunté prestare prestato
debt debts owe owes owed owing schulden schuldet deuda deudas debe dette dettes debito debiti
repay repaid repayment zurückgezahlt zurückzahlen devolver devolvió rembourser remboursé restituire restituito rimborsato
bank banks banken sparkasse banco bancos banque banques banca banche
saving savings sparen gespart erspartes ahorrar ahorros épargne épargner économies risparmi risparmiare
donate donated donation donations spende spenden gespendet donar donación donare donazione donazioni
charity charities ngo nonprofit gemeinnützig wohltätigkeit caridad ong benéfica bienfaisance caritative beneficenza
volunteering volunteered ehrenamt ehrenamtlich voluntariado bénévolat volontariato
inheritance inherited inherit erbe geerbt erbschaft herencia heredó héritage hérité eredità ereditato
election elections vote voted voting wahlen gewählt elecciones votar votó voter elezioni votare votato
~court lawsuit trial gericht klage prozess juicio tribunal procès tribunale processo
`;
