/**
 * Broader words before the colon and examples after it. A *pet* expands to *dog*, but a *dog* does not expand to other
 * pets. Broader words occur in no other table. Examples may, and may belong to several broader words.
 */
export const BROADER = `
pet pets haustier haustiere mascota mascotas : dog dogs puppy cat cats kitten rabbit hamster parrot hund hunde katze katzen perro gato chien cane gatto
animal animals tier tiere animales animaux animale animali : dog cat horse rabbit cow sheep goat bird hund katze pferd perro gato caballo chien cheval
sport sports athletic sportlich deporte deportes sportif sportive sportivo : football soccer tennis basketball swimming running climbing fußball fútbol calcio
instrument instruments instrumente instrumento instrumentos strumento strumenti : guitar piano violin cello flute drums trumpet saxophone gitarre klavier geige guitarra guitare
exercise exercises workout workouts : gym running yoga pilates swimming cycling fitness jogging
art arts kunst arte : painting sculpture drawing pottery gallery malen malerei gemälde keramik pintura peinture pittura
craft crafts handicraft basteln handarbeit manualidades : knitting sewing pottery woodworking crochet stricken nähen töpfern häkeln
vehicle vehicles fahrzeug fahrzeuge vehículo véhicule veicolo : cars motorcycle bike van truck auto motorrad coche moto voiture macchina
relocation : moved umzug mudanza déménagement trasloco
religion religious religiös religión religioso religiosa religieux religieuse religione : church christian catholic muslim jewish buddhist kirche katholisch iglesia mezquita église
fruit fruits obst früchte fruta frutas frutta : apple apples banana strawberries cherries apfel erdbeeren kirschen manzana fresas pomme fraises
vegetable vegetables veggies gemüse verdura verduras hortalizas légume légumes verdure : tomato tomatoes spinach onion potatoes tomaten zwiebeln kartoffeln
dessert desserts nachtisch nachspeise postre postres dolci : cake tiramisu chocolate kuchen torte tarta gâteau torta
drink drinks drank beverage trinken getränk getränke beber bebida bebidas boire boisson bere bevanda drinking beverages trinkt getrunken boit boissons beve bevande : coffee tea wine beer
relative relatives verwandte verwandter verwandten pariente parientes parenti : cousin uncle aunt niece nephew onkel cousine neffe nichte primo tía oncle zio
crime crimes verbrechen crimen delito reato : stolen theft burglary robbery robbed diebstahl einbruch robo
emotion emotions feeling feelings gefühl gefühle sentimiento sentiments : happy sad angry afraid proud lonely glücklich traurig
`;
