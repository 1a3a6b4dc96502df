/**
 * Professions, one concept per line, in English, German, Spanish, French, and Italian. Each word occurs on only one
 * line.
 */
export const PROFESSIONS = `
dentist dentists zahnarzt zahnärztin zahnärzte zahnärztinnen dentista dentistas dentiste dentistes dentisti odontólogo odontóloga
orthodontist orthodontists kieferorthopäde kieferorthopädin ortodoncista orthodontiste ortodontista
doctor doctors physician physicians gp arzt ärztin ärzte ärztinnen hausarzt hausärztin médico médica médicos médecin médecins docteur medico medici dottore dottoressa
pediatrician pediatricians paediatrician kinderarzt kinderärztin kinderärzte pediatra pediatras pédiatre pédiatres pediatri
gynecologist gynaecologist gynecologists frauenarzt frauenärztin gynäkologe gynäkologin ginecólogo ginecóloga gynécologue gynécologues ginecologo ginecologa
dermatologist dermatologists hautarzt hautärztin dermatologe dermatologin dermatólogo dermatóloga dermatologue dermatologues dermatologo dermatologa
cardiologist cardiologists kardiologe kardiologin cardiólogo cardióloga cardiologue cardiologues cardiologo cardiologa
optician opticians optometrist augenoptiker augenoptikerin optiker optikerin óptico opticien opticienne ottico
ophthalmologist ophthalmologists augenarzt augenärztin oftalmólogo oftalmóloga oculista ophtalmologue oftalmologo
surgeon surgeons chirurg chirurgin chirurgen cirujano cirujana cirujanos chirurgien chirurgienne chirurgiens chirurgo chirurghi
nurse nurses krankenpfleger krankenpflegerin krankenschwester krankenschwestern enfermera enfermero enfermeras enfermeros infirmier infirmière infirmiers infirmières infermiere infermiera infermieri
midwife midwives hebamme hebammen comadrona matrona comadronas ostetrica ostetriche
psychologist psychologists psychologe psychologin psicólogo psicóloga psicólogos psychologue psychologues psicologo psicologa
therapist therapists psychotherapist therapeut therapeutin terapeuta thérapeute thérapeutes psychotherapeut psychotherapeutin psicoterapeuta psychothérapeute
physiotherapist physiotherapists physio physiotherapeut physiotherapeutin fisioterapeuta fisioterapeutas kinésithérapeute kiné fisioterapista
pharmacist pharmacists apotheker apothekerin farmacéutico farmacéutica pharmacien pharmacienne farmacista farmacisti
vet vets veterinarian veterinarians tierarzt tierärztin tierärzte veterinario veterinaria veterinarios vétérinaire vétérinaires veterinari
lawyer lawyers attorney attorneys solicitor solicitors barrister anwalt anwältin anwälte rechtsanwalt rechtsanwältin abogado abogada abogados abogadas avocate avocats avvocato avvocata avvocati avvocatessa
notary notaries notar notarin notare notario notaria notaire notaires notaio notai
judge judges richterin juez jueza jueces juge juges giudice giudici
teacher teachers schoolteacher lehrer lehrerin lehrerinnen profesor profesora profesores profesoras maestro maestra maestros maestras enseignant enseignante enseignants professeur professeure insegnante insegnanti
professor professors professorin professoren catedrático catedrática professore professoressa professori
tutor tutors nachhilfelehrer nachhilfelehrerin tutora tuteur tutrice
coach coaches trainerin entrenador entrenadora entraîneur entraîneuse allenatore allenatrice
accountant accountants bookkeeper bookkeepers buchhalter buchhalterin contable contables contador contadora comptable comptables contabile contabili commercialista ragioniere
steuerberater steuerberaterin steuerberaterinnen
banker bankers bankerin banquero banquera banquier banquière banchiere bancario
broker brokers makler maklerin courtier courtière
realtor realtors immobilienmakler immobilienmaklerin inmobiliario inmobiliaria
plumber plumbers klempner klempnerin installateur fontanero fontanera fontaneros plomero plombier plombiers idraulico idraulici
electrician electricians elektriker elektrikerin electricista electricistas électricien électricienne électriciens elettricista elettricisti
carpenter carpenters joiner schreiner schreinerin tischler tischlerin zimmermann carpintero carpintera carpinteros menuisier menuisiers charpentier falegname falegnami
roofer roofers dachdecker dachdeckerin couvreur techador
locksmith locksmiths schlüsseldienst cerrajero cerrajera serrurier serruriers
gardener gardeners gärtner gärtnerin jardinero jardinera jardineros jardinier jardinière jardiniers giardiniere giardiniera giardinieri
cleaner cleaners putzfrau reinigungskraft limpiadora colf
handyman handymen handwerker handwerkerin tuttofare
builder builders bauarbeiter bauunternehmer albañil albañiles maçon maçons muratore muratori
architect architects architekt architektin architekten arquitecto arquitecta arquitectos architecte architectes architetto architetta architetti
mechanic mechanics mechaniker mechanikerin automechaniker mecánico mecánica mecánicos mécanicien mécanicienne mécaniciens meccanico meccanici
hairdresser hairdressers hairstylist barber barbers friseur friseurin frisör frisörin peluquero peluquera peluqueros coiffeur coiffeuse coiffeurs parrucchiere parrucchiera parrucchieri barbiere
tailor tailors schneiderin sastre modista tailleur couturier couturière sarto sarta
cook cooks köchin cocinero cocinera cocineros cuisinier cuisinière cuisiniers cuoco cuoca cuochi
baker bakers bäcker bäckerin panadero panadera panaderos boulanger boulangère boulangers panettiere fornaio
butcher butchers metzger metzgerin fleischer carnicero carnicera carniceros boucher bouchère bouchers macellaio macellai
waiter waiters waitress waitresses kellner kellnerin camarero camarera camareros serveur serveuse cameriere cameriera camerieri
bartender bartenders barkeeper barista
florist florists floristin blumenhändler blumenhändlerin fleuriste fleuristes fiorista fioristi
farmer farmers landwirt landwirtin bäuerin granjero granjera agricultor agricultora agriculteur agricultrice agricoltore contadino
driver drivers fahrerin chauffeur conductora conducteur
pilot pilots pilotin pilotinnen piloto pilotos pilote pilotes pilota piloti
policeman policewoman policemen polizist polizistin polizisten policía policías policier policière policiers poliziotto poliziotta poliziotti
firefighter firefighters fireman feuerwehrmann feuerwehrfrau bombero bombera bomberos pompier pompiers pompiere pompieri
soldier soldiers soldat soldatin soldaten soldado soldados soldats soldato soldati
journalist journalists reporter reporters journalistin journalisten periodista periodistas journaliste journalistes giornalista giornalisti
writer writers author authors schriftsteller schriftstellerin autorin escritor escritora écrivain écrivaine scrittore scrittrice autore autrice
translator translators interpreter übersetzer übersetzerin dolmetscher dolmetscherin traductor traductora traductrice traducteur traduttore traduttrice
editor editors lektor lektorin redakteur redakteurin redactor redactora rédacteur rédactrice redattore redattrice
photographer photographers fotograf fotografin fotografen fotógrafo fotógrafa fotógrafos photographe photographes fotografo fotografa fotografi
designer designers designerin diseñador diseñadora diseñadores grafikdesigner
painter painters malerin pintor pintora pintores peintre peintres pittore pittrice pittori
musician musicians musiker musikerin músico músicos musicien musicienne musiciens musicista musicisti
singer singers sängerin cantante cantantes chanteur chanteuse chanteurs cantanti
actor actors actress actresses schauspieler schauspielerin actriz actores acteur actrice acteurs attore attrice attori
dancer dancers tänzer tänzerin bailarín bailarina danseur danseuse ballerino ballerina
engineer engineers ingenieur ingenieurin ingenieure ingeniero ingeniera ingenieros ingénieur ingénieure ingénieurs ingegnere ingegneri
programmer programmers developer developers entwickler entwicklerin programmierer programmiererin programador programadora desarrollador desarrolladora développeur développeuse programmeur sviluppatore sviluppatrice programmatore
scientist scientists researcher researchers wissenschaftler wissenschaftlerin forscher forscherin científico científica investigador investigadora scientifique chercheur chercheuse scienziato scienziata ricercatore ricercatrice
consultant consultants unternehmensberater unternehmensberaterin consultora consulente consulenti
salesman saleswoman salesperson verkäufer verkäuferin vendedor vendedora vendeur vendeuse venditore venditrice
secretary secretaries sekretärin secretaria secrétaire secrétaires segretaria segretario
recruiter recruiters headhunter headhunters personalvermittler reclutador recruteur recruteuse
investor investors investorin inversor inversora inversores investisseur investisseuse investisseurs investitore investitori
founder founders gründer gründerin fundador fundadora fundadores fondateur fondatrice fondateurs fondatore fondatori
manager managers managerin geschäftsführer geschäftsführerin gerente gerentes gérant gérante dirigente dirigenti
politician politicians politiker politikerin político políticos politicien politicienne politici
priest priests pastor pastors vicar pfarrer pfarrerin sacerdote sacerdotes prêtre prêtres prete preti parroco
imam imams imán
rabbi rabbis rabbiner rabbinerin rabino rabbin rabbino
landlord landlords landlady landladies vermieter vermieterin vermieterinnen casero casera caseros arrendador arrendadora propriétaire propriétaires
tenant tenants mieter mieterin inquilino inquilina inquilinos locataire locataires affittuario
babysitter babysitters nanny nannies kindermädchen tagesmutter niñera niñeras nounou nounous bambinaia
caretaker caretakers janitor janitors concierge hausmeister hausmeisterin conserje gardien gardienne portinaio custode
student students studentin studenten studierende estudiante estudiantes étudiant étudiante étudiants studentessa studente studenti
retiree retirees pensioner pensioners rentner rentnerin jubilado jubilada jubilados retraitée retraités pensionato pensionata pensionati
volunteer volunteers ehrenamtlicher freiwillige voluntario voluntaria voluntarios bénévole bénévoles volontario volontaria volontari
~intern interns trainee praktikant praktikantin becario becaria stagiaire stagiaires stagista tirocinante
apprentice apprentices lehrling azubi aprendiz apprenti apprentie apprendista
`;
