/**
 * Professions from `professions.ts` before the colon and the needs that they serve after it, in English, German,
 * Spanish, French, and Italian. Several professions may serve one need.
 */
export const NEEDS = `
dentist : tooth teeth toothache filling crown gums cavity zahn zähne zahnschmerzen karies diente dientes muelas caries dent dents carie denti dente
orthodontist : braces zahnspange brackets ortodoncia appareil-dentaire apparecchio
doctor : checkup ill sick fever flu prescription diagnosis krank fieber grippe enfermo fiebre receta malade fièvre ordonnance malato febbre influenza
dermatologist : skin acne rash mole eczema haut ausschlag akne ekzem piel acné sarpullido peau eczéma pelle brufoli
cardiologist : heart palpitations herz herzrasen corazón cœur cuore
optician : glasses eyeglasses spectacles lenses brille brillen kontaktlinsen gafas lentillas lunettes lentilles occhiali
ophthalmologist : eye eyes eyesight cataract auge augen ojo ojos cataratas yeux œil cataracte occhio occhi
gynecologist : gynecology pregnancy pregnant schwanger schwangerschaft embarazo enceinte grossesse gravidanza incinta
midwife : birth pregnant pregnancy newborn geburt schwanger parto embarazada accouchement enceinte parto incinta
psychologist therapist : depression anxiety depressed burnout trauma panic psychotherapy angst depressionen ansiedad depresión angoisse déprime ansia depressione
physiotherapist : physiotherapy posture sprain rehab backache massage rücken rückenschmerzen verspannung krankengymnastik espalda fisioterapia kiné dos-mal entorse schiena massaggio
pharmacist : pharmacy medicine medication pills medikamente apotheke medicamentos farmacia médicaments pharmacie farmaci
vet : vaccinate dog dogs cat cats puppy kitten pet pets hund hunde katze katzen haustier perro gato mascota chien chat cane gatto animale
nurse : bandage injection wound verband spritze wunde inyección herida piqûre pansement iniezione
lawyer : legal contract sue sued suing lawsuit court lawyered dispute divorce will klage klagen verklagen gericht vertrag rechtlich rechtsstreit scheidung demanda juicio contrato divorcio procès contrat tribunal divorce causa contratto divorzio tribunale
notary : deed notarize beglaubigen beglaubigung grundbuch testament notarial escritura testamento acte notarié testamento rogito atto
accountant steuerberater : tax taxes bookkeeping accounting accounts vat invoices steuer steuern steuererklärung buchhaltung impuestos contabilidad declaración iva impôts comptabilité tva tasse contabilità dichiarazione
banker broker : mortgage loan loans investing investment savings kredit hypothek darlehen anlage hipoteca préstamo inversión prêt emprunt épargne mutuo prestito investimenti
realtor broker : property house apartment flat haus wohnung immobilie immobilien inmueble vivienda casa piso immobilier appartement maison immobile appartamento
plumber : tap taps faucet leak leaks leaking leaky pipe pipes drain sink toilet boiler blocked radiator wasserhahn rohr rohre abfluss undicht tropft heizung klo grifo tubería fuga desagüe caldera gotea robinet fuite tuyau évier chaudière bouché rubinetto tubo tubi scarico caldaia perdita
electrician : socket sockets wiring fuse fuses outlet switch lamp lamps light lights electricity electrical power steckdose steckdosen sicherung kabel strom lampe lichtschalter enchufe cables fusible electricidad luz prise fusible courant électricité éclairage presa cavi corrente elettricità lampada
carpenter : wood wooden shelf shelves wardrobe cabinet cabinets furniture door table holz regal schrank möbel tür tisch madera estantería armario muebles puerta bois étagère armoire meubles porte legno scaffale armadio mobili porta
roofer : roof gutter tiles dach dachrinne ziegel tejado goteras toit toiture gouttière tetto grondaia tegole
locksmith : lock locks locked lockout key keys schloss ausgesperrt schlüssel cerradura llave llaves serrure clé clés serratura chiavi
gardener : lawn hedge hedges tree trees garden weeds mowing pruning rasen hecke baum garten unkraut césped seto jardín poda pelouse haie jardin prato siepe giardino potatura
cleaner : cleaning clean windows-dirty putzen reinigung sauber limpiar limpieza nettoyer nettoyage ménage pulire pulizie
handyman : repair repairs fix fixing assemble drill reparieren reparatur aufbauen bohren reparar arreglar arreglo réparer bricolage riparare riparazione
builder : renovation renovate wall walls extension plaster bathroom renovieren renovierung wand mauer umbau reforma obra pared rénovation mur travaux ristrutturazione muro lavori
architect : house building plans extension blueprint haus bauen hausbau bauplan umbau casa planos maison construire progetto casa
mechanic : car cars engine brake brakes clutch tyre tire tyres tires garage motor auto bremse bremsen reifen werkstatt inspektion coche frenos taller neumático voiture freins moteur pneu macchina freni motore gomme officina
hairdresser : hair haircut highlights perm beard haare haarschnitt frisur bart pelo corte peinado barba cheveux coiffure coupe barbe capelli taglio barba
tailor : dress suit alterations hem trousers sew kleid anzug nähen hose ändern vestido traje arreglar coser robe costume ourlet vestito abito orlo
cook : catering cater menu banquet cooking buffet kochen essen cocinar comida cuisiner traiteur repas cucinare
baker : bread cake cakes pastry birthday-cake brot kuchen torte brötchen pan tarta pastel gâteau gâteaux pâtisserie pane torta dolci
butcher : meat sausage sausages steak fleisch wurst carne salchichas viande saucisse salsicce
florist : flowers bouquet wreath blumen blumenstrauß strauß kranz flores ramo fleurs bouquet fiori
driver : taxi airport ride lift chauffeured limousine fahren flughafen aeropuerto traslado aéroport trajet passaggio aeroporto
policeman : stolen theft burglary robbery crime gestohlen diebstahl einbruch anzeige robo denuncia vol plainte cambriolage furto denuncia
photographer : photo photos photograph portrait portraits headshot pictures shoot photoshoot foto fotos bilder porträt aufnahmen bewerbungsfoto retrato fotografías sesión portraits cliché foto ritratto ritratti servizio
designer : logo website branding flyer poster layout webseite visitenkarten plakat diseño cartel página affiche graphisme volantino sito
painter : paint painting walls wallpaper streichen anstrich wände tapete tapezieren pintar paredes peindre peinture murs imbiancare pareti
musician singer : band music wedding song concert live musik lied konzert hochzeit música canción boda musique chanson mariage musica canzone matrimonio
translator : translate translated translation translations interpret certified übersetzen übersetzung dolmetschen traducir traducción traduire traduction tradurre traduzione
editor : proofread proofreading edit manuscript lektorat korrekturlesen manuskript corregir manuscrito relire manuscrit correzione manoscritto
journalist : article press newspaper story zeitung presse artikel artículo prensa periódico journal presse-article articolo stampa giornale
programmer : app apps software website code coding bug database programmieren programm webseite programar aplicación programa programmer logiciel application programmare sito
engineer : machine machines technical statics konstruktion maschine statik máquina cálculo machine macchina
consultant : strategy consulting strategie beratung estrategia asesoría stratégie conseil strategia consulenza
recruiter : hiring vacancy jobs job candidates resume stelle bewerbung bewerber jobsuche empleo currículum emploi embauche lavoro curriculum
investor : funding invest capital fundraising startup finanzierung kapital investieren financiación inversión financement investir capitaux finanziamento
teacher tutor : lesson lessons homework maths math tutoring grammar exam learn unterricht nachhilfe mathe hausaufgaben lernen prüfung clases deberes matemáticas aprender cours devoirs maths apprendre lezioni compiti matematica ripetizioni
coach : training workout fitness training-plan motivation trainingsplan entrenamiento entraînement allenamento
farmer : eggs hay tractor cows milk eier heu traktor kühe huevos tractor lait foin uova trattore
babysitter : babysit babysitting childcare kids children toddler kinderbetreuung kinder aufpassen niños cuidar garde enfants enfant bambini bambino
caretaker : stairwell elevator lift aufzug treppenhaus ascensor ascenseur ascensore
priest : wedding baptism funeral christening mass trauung taufe beerdigung boda bautizo mariage baptême enterrement matrimonio battesimo funerale
`;

/** Like `NEEDS`, but applied only to questions about a doctor. */
export const DOCTORS = `
pediatrician : child children kid kids baby son daughter toddler kind kinder sohn tochter niño niños niña hijo hija enfant enfants fils fille bambino bambini figlio figlia
ophthalmologist : eye eyes auge augen ojo ojos œil yeux occhio occhi
dermatologist : skin haut piel peau pelle
cardiologist : heart herz corazón cœur cuore
gynecologist : woman women frau frauen mujer mujeres femme femmes donna donne
orthodontist dentist : tooth teeth zahn zähne diente dientes dent dents dente denti
vet : animal animals dog cat horse tier tiere hund katze pferd animales perro gato animaux chien chat animali cane gatto
surgeon : operation surgery knee operieren operación opération operazione
psychologist therapist : mind soul mental seele psyche alma esprit mente
`;
