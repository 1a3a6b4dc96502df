/**
 * Other topics of notes, one concept per line, in English, German, Spanish, French, and Italian. Each word occurs on
 * only one line. See `concepts.ts` for `~`.
 */
export const TOPICS = `
anniversary anniversaries hochzeitstag jahrestag aniversario
christening baptism taufe bautizo baptême battesimo
interview interviews vorstellungsgespräch bewerbungsgespräch entrevista entretien colloquio
project projects projekt projekte proyecto proyectos projet projets progetto progetti
contract contracts vertrag verträge contrato contratos contrat contrats contratto contratti
company companies firma firmen unternehmen empresa empresas entreprise entreprises azienda aziende
office offices büro büros oficina oficinas bureau ufficio uffici
house houses haus häuser casa casas maison maisons
mortgage mortgages hypothek hypotheken hipoteca hypothèque mutuo
homework hausaufgabe hausaufgaben deberes devoirs compiti
scholarship stipendium beca bourse
airport airports flughafen flughäfen aeropuerto aéroport aeroporto
beach beaches strand strände playa playas plage plages spiaggia spiagge
~sea meer océan mer océano ocean
mountain mountains ~berg berge montaña montañas montagne montagnes montagna
lake lakes ~seen lago lagos lac lacs laghi
suitcase luggage koffer gepäck maleta equipaje valise bagage bagages valigia bagagli
hospital hospitals krankenhaus krankenhäuser klinik spital hospitales hôpital hôpitaux ospedale ospedali
cancer krebs cáncer cancro tumor tumour tumore tumeur
peanut peanuts erdnuss erdnüsse cacahuete cacahuetes cacahuète cacahuètes arachide arachidi
~pain schmerz schmerzen dolor douleur douleurs dolore dolori
depression depressed depressiv depresión dépression depressione
stress gestresst stressed estrés stressé
vegetarian vegetarians vegetarisch vegetarier vegetarierin vegetariano vegetariana vegetarianos végétarien végétarienne végétariens vegetariani
vegan vegans veganer veganerin vegano vegana vegane vegani
diet diets diät dieta dietas ~régime diete
wine wines wein weine vino vinos vin vins vini
beer beers bier biere cerveza cervezas bière bières birra birre
chocolate chocolates schokolade chocolat chocolats cioccolato
recipe recipes rezept rezepte receta recetas recette recettes ricetta ricette
book books buch bücher libro libros livre livres libri
newspaper newspapers zeitung zeitungen periódico ~journal giornale
theater theatre theaters teatro théâtre teatri
music musik música musique musica
song songs ~lied lieder canción canciones chanson chansons canzone canzoni
guitar guitars gitarre gitarren guitarra guitarras guitare guitares chitarra chitarre
piano pianos klavier klaviere pianoforte
violin violins geige geigen violine violín violon violons violino
exhibition exhibitions ausstellung ausstellungen exposición exposition mostra
tennis tenis
volleyball voleibol volley pallavolo
handball balonmano pallamano
golf golfen golfing
bird birds vogel vögel pájaro pájaros oiseau oiseaux uccello uccelli
tree trees baum bäume árbol árboles arbre arbres albero alberi
bike bikes bicycle bicycles fahrrad fahrräder bicicleta bicicletas bici vélo vélos bicicletta biciclette
boat boats ~boot boote barco barcos bateau bateaux barca barche
bus buses autobús busse
money geld dinero soldi denaro
invoice invoices rechnung rechnungen factura facturas facture factures fattura fatture
tax taxes steuer steuern impuesto impuestos impôt impôts tassa tasse
insurance versicherung versicherungen seguros ~assurance assurances assicurazione
investment investments investition investitionen inversión inversiones investissement investissements investimento investimenti
ticket tickets eintrittskarte eintrittskarten fahrkarte billete billetes entradas billet billets biglietto biglietti
key keys schlüssel llave llaves clé clés chiave chiavi
phone phones telefon ~handy teléfono móvil téléphone telefono cellulare
computer computers laptop laptops ordenador computadora ordinateur
letter letters ~brief briefe carta cartas lettre lettres lettera lettere
language languages sprache sprachen idioma idiomas langue langues lingua lingue
church churches kirche kirchen iglesia iglesias église églises chiesa chiese
mosque moschee mezquita mosquée moschea
politics politik política politique politica
weather wetter météo meteo
family families familie familien familia familias famille familles famiglia famiglie
favor favour gefallen
problem problems probleme problema problemas problème problèmes problemi
`;
