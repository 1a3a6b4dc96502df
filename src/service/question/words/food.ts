/** Food, drinks, and diets. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const FOOD = `
food foods essen lebensmittel comida comidas nourriture cibo cibi
eat eats eating ate eaten isst gegessen comer comió manger mangé mangeait mangiare mangiato
restaurant restaurants bistro trattoria pizzeria restaurante restaurantes ristorante ristoranti
bar bars pub pubs kneipe kneipen taberna taverne
dinner dinners supper abendessen cena cenas cenar cenamos dîner dîners dîné cene
lunch lunches mittagessen almuerzo almorzar déjeuner déjeuné pranzo pranzi
breakfast brunch frühstück desayuno desayunar colazione
meal meals mahlzeit mahlzeiten repas pasti pasto
coffee coffees espresso cappuccino kaffee café cafés caffè
decaf decaffeinated entkoffeiniert descafeinado descafeinada décaféiné déca decaffeinato
tea teas tees thé
juice juices saft säfte zumo zumos jugo jus succo succhi
cocktail cocktails cóctel
whisky whiskey
cooking kochen kocht gekocht cocinar cocinó cuisiner cucinare cucinato cooked
bake baked bakes baking backen gebacken backt hornear horneó
cake cakes ~pie ~pies kuchen torte torten pastel pasteles tarta tartas gâteau gâteaux torta
dish dishes speise speisen platillo specialità
milk milch leche lait ~latte
lactose laktose lactosa lattosio laktosefrei laktoseintolerant
dairy milchprodukte lácteos laitages latticini
gluten celiac coeliac celiacs glutenfrei zöliakie celíaco celíaca celiaquía cœliaque celiachia
nut nuts nuss nüsse nueces noix noci walnut walnuts hazelnut hazelnuts walnüsse haselnüsse avellanas noisettes nocciole
almond almonds mandel mandeln almendra almendras amande amandes mandorla mandorle
egg eggs eier huevo huevos œuf œufs uovo uova
fish ~fishes fisch fische pescado poisson poissons pesce pesci
shellfish seafood shrimp shrimps prawn prawns krabben garnelen meeresfrüchte marisco mariscos gambas crevette crevettes crustacés gamberi crostacei mussels muscheln
~soy soya soja tofu soia
mustard senf mostaza moutarde senape
celery sellerie apio céleri sedano
sesame sesam sésamo
strawberry strawberries erdbeere erdbeeren fresa fresas fraise fraises fragola fragole
mushroom mushrooms pilz pilze champignon champignons setas hongos funghi fungo
onion onions zwiebel zwiebeln cebolla cebollas oignon oignons cipolla cipolle
garlic knoblauch ajo aglio
coriander cilantro koriander coriandre coriandolo
olive olives oliven aceitunas aceituna oliva
tomato tomatoes tomate tomaten tomates pomodoro pomodori
potato potatoes kartoffel kartoffeln patata patatas patate
cucumber cucumbers gurke gurken pepino pepinos concombre cetriolo
spinach spinat espinacas épinards spinaci
apple apples apfel manzana manzanas pomme pommes mela mele
banana bananas banane bananen plátano plátanos bananes
lemon lemons zitrone zitronen limón limones citron citrons limone limoni
cherry cherries kirsche kirschen cereza cerezas cerise cerises ciliegia ciliegie
raspberry raspberries himbeere himbeeren frambuesa frambuesas framboise framboises lampone lamponi
meat beef fleisch rindfleisch carne viande bœuf manzo
pork schweinefleisch cerdo porc maiale
chicken chickens hühnchen hähnchen pollo poulet
lamb lammfleisch cordero agneau agnello
liver leber hígado foie fegato
bread brot brötchen sourdough panecillo baguette
honey honig miel miele
sugar zucker azúcar sucre zucchero
spicy ~scharf picante épicé piccante
pasta spaghetti nudeln nudel noodles fideos pâtes
soup soups suppe suppen sopa sopas soupe soupes zuppa zuppe
salad salads salat salate ensalada ensaladas salade salades insalata insalate
cheese cheeses käse queso quesos fromage fromages formaggio formaggi
sandwich sandwiches bocadillo panino panini
barbecue bbq grill grillen grillparty barbacoa grigliata
picnic picnics picknick
`;
