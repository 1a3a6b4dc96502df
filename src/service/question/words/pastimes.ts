/** Arts, sports, and games. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const PASTIMES = `
hobby hobbies hobbys pastime pastimes passion afición aficiones pasatiempo loisir loisirs passatempo passatempi
read reads reading lesen liest gelesen leer leyendo leyó lire leggere leggendo
novel novels ~roman romane novela novelas romans romanzo romanzi
poem poems poetry poet gedicht gedichte poema poemas poesía poème poèmes poésie
magazine magazines zeitschrift zeitschriften revista revistas rivista riviste
film films movie movies filme película películas cinema kino cine
series sitcom serie serien episode episodes staffel temporada
podcast podcasts
concert concerts gig gigs konzert konzerte concierto conciertos concerto concerti festival festivals
band bands orchestra orchestras orchester orquesta orquestas orchestre
opera operas oper opern
~sing sings singing sung singen singt gesungen cantar canta cantó chanter chante cantare cantato
choir choirs chor chöre coro coros chorale chorales cori
cello violoncello violonchelo violoncelle
flute flutes flöte querflöte flauta flauto
trumpet trumpets trompete trompeta trompette tromba
saxophone saxophon saxofón saxofono saxo
accordion akkordeon acordeón accordéon fisarmonica
harp harfe arpa harpe
clarinet klarinette clarinete clarinette clarinetto
ukulele ukelele
drums drummer schlagzeug batería trommel tambor percussion
painting paintings paint painted paints gemälde malen ~malt gemalt pintura pintar pintó peinture peindre pittura dipingere dipinto dipinge watercolor aquarell aquarelle
draw drawing drawings draws zeichnen zeichnet zeichnung dibujar dibujo dibuja dessiner dessin disegnare disegno
sculpture sculptor sculptures skulptur skulpturen bildhauer escultura escultor sculpteur scultura scultore
pottery ceramics ceramic töpfern keramik töpferei cerámica alfarería poterie céramique
sewing sew sewed sews nähen näht coser costura coudre couture cucire cucito
knitting knit knits knitted crochet crocheting stricken strickt häkeln tejer ganchillo tricot tricoter uncinetto
woodworking woodwork carving schnitzen holzarbeit tischlern carpintería menuiserie falegnameria
photography photos photo photograph fotografie fotografieren fotos fotografía photographie foto
dance dances dancing danced tanzen tanzt getanzt bailar baila danser danse ballare balla baile danza
ballet ballett balletto
salsa tango bachata
football soccer fußball fútbol calcio
basketball baloncesto ~basket pallacanestro
badminton federball
tabletennis tischtennis pingpong
hockey eishockey
baseball softball béisbol
boxing boxen boxeo boxe pugilato
martial karate judo taekwondo kampfsport jiujitsu aikido
fencing fechten esgrima escrime scherma
rowing rudern remo aviron canottaggio
kayak kayaking canoe canoeing kajak paddeln kanu kayac canoa
diving scuba dive dives dived tauchen taucht tauchgang buceo bucear plongée immersione immersioni snorkeling schnorcheln
~riding equestrian reiten reitet equitación équitation equitazione
archery bogenschießen arquería
triathlon ironman triatlón
bowling kegeln bolos
running jogging jogs jogger jog marathon marathons halbmarathon laufen joggen maratón correr corre courir maratona
hiking hike hikes hiked trek trekking trail trails wandern wanderung wanderungen gewandert senderismo excursionismo randonnée randonnées escursione escursioni escursionismo
climbing climb climbs climbed bouldern bouldering klettern klettert escalada escalar escalade arrampicata alpinismo mountaineering bergsteigen
swimming swim swims swam schwimmen schwimmt geschwommen natación nadar natation nager nuoto nuotare
cycling cyclist bicycling radfahren radtour ciclismo cyclisme
skiing skis skied ski skifahren esquí esquiar skier sciare sci snowboard snowboarding snowboarden
sailing sailboat sail sailed segeln segelt segelboot vela voile voilier velero
surfing surfen surf surfer kitesurf windsurf
yoga joga pilates
gym fitness fitnessstudio crossfit gimnasio palestra musculation
meditation meditate meditates meditieren meditiert meditación meditar méditer meditazione meditare
chess schach ajedrez échecs scacchi
game games gaming spiel spiele juego juegos jeu jeux gioco giochi
boardgame boardgames brettspiel brettspiele spieleabend
poker skat doppelkopf kartenspiel naipes
puzzle puzzles rompecabezas
videogame videogames videospiele videospiel videojuego videojuegos videogioco videogiochi playstation nintendo xbox
~collect collects collecting collection collector sammeln sammelt sammlung sammler coleccionar colecciona colección collectionner collectionne collezione collezionare colleziona
fishing angeln angelt angler pescar pêcher pescare
camping tent tents campsite zelten campingplatz acampar campeggio
museum museums museen museo museos musée musées musei
gallery galleries galerie galería galleria
`;
