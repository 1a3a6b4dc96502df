/** Homes, trips, and vehicles. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const HOME_AND_TRAVEL = `
move moved moves moving relocate relocated relocating umzug umgezogen umziehen umzieht zieht mudanza mudarse mudado mudó déménagement déménager déménagé trasloco traslocare traslocato trasferirsi trasferito
emigrate emigrated immigrated auswandern ausgewandert emigrar emigró émigré émigrer emigrare emigrato
~live ~lives lived living wohnt wohnen wohnhaft vive vivir vivía habite habiter abita abitare
hometown homeland heimat heimatstadt heimatort
apartment apartments ~flat flats condo wohnung wohnungen apartamento apartamentos piso pisos appartement appartements appartamento appartamenti
rent rents renting rental miete mieten gemietet alquiler alquilar alquilado loyer louer loué affitto affittare affittato
renovation renovations renovate renovated renovating refurbish renovierung renovieren renoviert sanierung umbau reforma reformas reformar rénover rénové ristrutturazione ristrutturare ristrutturato
build building built bauen gebaut hausbau construir construyó construcción construire construit construction costruire costruito costruzione
repair repaired repairs repairing fix fixed fixing reparieren repariert reparatur reparar reparado reparación réparer réparé réparation riparare riparato riparazione
broken broke kaputt gebrochen roto cassé cassée rotto rotta guasto
furniture sofa couch möbel muebles meubles mobili divano
kitchen kitchens küche cocina cuisine cucina
bathroom bathrooms badezimmer baño bagno
balcony terrace balkon terrasse balcón terraza balcone terrazza
garage garages garaje
heating heater heizung calefacción chauffage riscaldamento
housework chores hausarbeit quehaceres ménage faccende
burglary burglar burglars robbery robbed einbruch einbrecher überfall robo robaron cambriolage cambrioleur furto ladro ladri rapina
steal steals stole stolen theft thief thieves stehlen gestohlen geklaut diebstahl dieb robar robado robada volé volée voleur rubare rubato rubata
lose lost losing verlieren verloren perder perdió perdido perdu perdue perdere perso
vacation vacations holiday holidays urlaub ferien vacaciones vacances vacanza vacanze
trip trips journey journeys traveled travelled travel travels traveling travelling reise reisen gereist verreist viaje viajes viajar viajó voyage voyages voyager viaggio viaggi viaggiare
flight flights fly flying flew flown flug flüge fliegen fliegt geflogen vuelo vuelos volar ~vol vols volo voli volare
tour ~tours excursion ausflug ausflüge excursiones gita
cruise cruises kreuzfahrt crucero croisière crociera
backpacking backpacked rucksackreise mochilero
booking reservation reserve reserved booked buchen gebucht buchung reservieren reserviert reserva reservar reservado réserver prenotare prenotato prenotazione
abroad overseas ausland extranjero étranger estero
hotel hotels hostel alberghi albergo
train trains railway bahn züge eisenbahn tren trenes treni treno
~car cars auto autos wagen coche coches voiture voitures macchina macchine
drive drives driving drove fahren fährt gefahren conducir conduce conduit guidare
accident accidents crash crashed unfall unfälle accidente accidentes incidente incidenti
motorcycle motorcycles motorbike motorbikes motorrad motorräder motocicleta motocyclette motocicletta
~van camper campervan motorhome caravan wohnmobil wohnwagen caravana autocaravana furgoneta
truck trucks lorry lastwagen lkw camión camiones
visa visas visum visado ~visto
passport passports reisepass reisepässe pasaporte pasaportes passeport passeports passaporto passaporti
citizenship nationality citizen staatsbürgerschaft staatsangehörigkeit einbürgerung ciudadanía nacionalidad citoyenneté nationalité cittadinanza nazionalità
`;
