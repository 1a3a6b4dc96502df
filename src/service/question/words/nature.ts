/** Animals, plants, and landscapes. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const NATURE = `
dog dogs puppy puppies hund hunde welpe welpen perro perros perra cachorro chien chiens chienne chiot ~cane cani cagnolino
cat cats kitten kittens katze katzen kater kätzchen gato gata gatos gatito chatte ~chats chaton gatto gatti gattino
rabbit rabbits bunny kaninchen hase conejo conejos lapin lapins coniglio conigli
hamster hamsters meerschweinchen cobaya cricetos
parrot parrots budgie papagei wellensittich perroquet perruche pappagallo
turtle tortoise schildkröte tortuga tortugas tortue tartaruga
snake snakes schlange schlangen serpiente serpientes serpent serpents serpente serpenti
spider spiders spinne spinnen araña arañas araignée araignées ragno ragni
horse horses pony ponies pferd pferde caballo caballos cheval chevaux cavallo cavalli
cow cows kuh kühe vaca vacas vache vaches mucca mucche
sheep schaf schafe oveja ovejas mouton moutons pecora pecore
goat goats ziege ziegen cabra cabras chèvre chèvres capra capre
bee bees beekeeper beekeeping biene bienen imker imkerei abeja abejas apicultor abeille abeilles apiculture apicoltore
garden gardens gardening yard garten gärtnern jardín jardines jardinería jardins jardinage giardino giardini giardinaggio
~plant plants planted planting ~grow ~grows ~grew pflanze pflanzen gepflanzt planta plantas plantar plante plantes planter pianta piante piantare
flower flowers bouquet blume blumen blumenstrauß flores fleur fleurs fiore fiori
rose roses rosen rosas rosier
forest forests woods ~wald wälder bosque bosques forêt forêts bosco boschi
island islands insel inseln isla islas île îles isola isole
desert wüste desierto deserto
countryside rural ländlich landleben campagne campagna
recycling recycle sustainability recyceln reciclar reciclaje recyclage riciclo nachhaltigkeit
`;
