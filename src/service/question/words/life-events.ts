/** Life events, health, and feelings. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const LIFE_EVENTS = `
wedding weddings hochzeit hochzeiten boda bodas mariage mariages matrimonio matrimoni nozze trauung trauzeuge trauzeugin bridesmaid bridesmaids bride groom bridegroom damigella
married marry marries marrying ~wed heiraten verheiratet heiratet geheiratet casarse casado casada casaron marié mariée marier épouser sposarsi sposato sposata sposati
engaged engagement verlobung verlobt fiançailles fiancés fidanzamento fidanzati ~proposed
divorce divorces divorced divorcing scheidung scheidungen geschieden divorcio divorciado divorciada divorciarse divorcée divorcer divorzio divorziato divorziata divorziare
separation separated trennung getrennt separación separado separada separarse séparé séparée separazione separato separata breakup
pregnancy pregnant ~expecting schwanger schwangerschaft embarazo embarazada grossesse enceinte gravidanza incinta
baby babies newborn toddler infant neugeborenes bébé bébés neonato neonata säugling
birth born geburt geboren nacimiento nació nacido nacida naissance ~née nascita ~nato ~nata
funeral funerals burial beerdigung beisetzung begräbnis entierro enterrement obsèques funerale funerali
death dead died die ~dies ~dying ~tod gestorben verstorben starb tot muerte murió fallecido fallecida falleció décès décédé décédée mort morte morto
grief grieving mourning bereaved trauer trauert duelo deuil lutto
widow widower widowed witwe witwer viuda viudo veuve veuf vedova vedovo
adoption adopted adopt adoptiert adoptieren adoptó adoptado adoptada adopter adopté adoptée adottare adottato adottata adozione
childhood kindheit infancia enfance infanzia
twins twin zwillinge gemelos mellizos jumeaux jumelles gemelli gemelle
dating tinder verabredung rendezvous
illness illnesses ill sick sickness disease krank krankheit krankheiten enfermo enferma enfermedad malade maladie malato malata malattia
flu influenza grippe gripe
cough coughing husten tos toux tosse
fever fieber fiebre fièvre febbre
headache headaches migraine migraines kopfschmerzen migräne jaqueca migraña emicrania migrañas
backache rückenschmerzen lumbago
injury injuries injured verletzung verletzt lesión lesionado blessure blessé blessée ferita ferito infortunio
fracture fractured sprained knochenbruch verstaucht fractura esguince entorse frattura slogatura
surgery surgeries operation operationen operiert operieren operated operación operado operada cirugía opéré opérée chirurgie operazione operato operata chirurgia
recover recovered recovering recovery genesung erholt recuperado recuperada recuperarse rétabli guéri guarito guarita guarigione
medicine medication pills medikament medikamente medicamento medicamentos médicament médicaments farmaco medicina farmaci
diagnosis diagnosed diagnose diagnostiziert diagnóstico diagnosticado diagnostic diagnostiqué diagnosi
diabetes diabetic diabetiker diabetikerin diabético diabética diabète diabétique
asthma asma asthme
heart herz corazón cœur cuore
knee knees knie rodilla rodillas genou genoux ginocchio
shoulder shoulders schulter schultern hombro hombros épaule épaules spalla spalle
therapy therapies counseling therapie psychotherapie terapia psicoterapia
allergy allergies allergic intolerant intolerance allergie allergien allergisch unverträglichkeit alergia alergias alérgico alérgica intolerancia allergique allergia allergico allergica intolleranza
vaccination vaccine vaccinated impfung geimpft vacuna vacunado vaccin vaccino vaccinato impfungen vacunas vaccins vaccini
weight overweight gewicht abgenommen adelgazar adelgazado maigrir maigri dimagrire dimagrito
sleep sleeping insomnia schlafen schläft schlaflos dormir dormire insomnie insonnia insomnio
smoke smokes smoking smoker rauchen raucht raucher raucherin fumar fuma fumador fumer fumeur fumare fumatore
alcohol alkohol sober alcool
afraid scared fear fears phobia frightened terrified angst ängste furcht miedo fobia asustado peur phobie effrayé paura spaventato
worry worries worried anxious anxiety sorge sorgen besorgt preocupado preocupada preocupación inquiet inquiète inquiétude preoccupato preoccupata preoccupazione
happy happiness glad delighted joyful glücklich feliz felices heureux heureuse felice felici
sad unhappy upset traurig triste tristes tristi
angry annoyed furious wütend verärgert enfadado enojado fâché arrabbiato arrabbiata
proud pride stolz orgulloso orgullosa fier orgoglioso orgogliosa
lonely loneliness einsam einsamkeit soledad solitude solitudine
secret secrets geheimnis geheimnisse secreto secretos secrètes segreto segreti
promise promised promises versprechen versprochen promesa prometió promettre promesse promesso promessa
argument argue argued arguing quarrel quarreled quarrelled streit gestritten streiten pelea peleado discutir discutió disputer dispute litigio litigato litigare
apologize apologized apology entschuldigt entschuldigung disculpa disculpas excuses excusé scusarsi scusato
surprise surprised surprises überraschung überrascht sorpresa sorprendido surpris sorpreso
gift gifts ~present presents geschenk geschenke geschenkt regalo regalos regalar cadeau cadeaux regali regalato
birthday birthdays geburtstag geburtstage cumpleaños anniversaire compleanno compleanni
christmas xmas weihnachten heiligabend navidad navidades noël natale
easter ostern pascua pâques pasqua
party parties fiesta fiestas fête fêtes festa feste feier celebration celebrate celebrated gefeiert celebrar celebración celebró festeggiare festeggiato
invitation invitations invite invited invites einladung einladungen eingeladen einladen invitación invitar invitado invitó inviter invitare invitato
meet meets met encountered treffen trifft getroffen kennengelernt conocer conoció conocieron encontró rencontrer rencontré rencontrés incontrare incontrato incontrati conosciuto
`;
