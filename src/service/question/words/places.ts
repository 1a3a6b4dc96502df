/** Cities, countries, and languages whose names differ between languages. One per line. */
export const PLACES = `
lisbon lissabon lisboa lisbonne lisbona
munich münchen múnich
cologne köln colonia
vienna wien viena vienne
rome rom roma
milan mailand milán milano
florence florenz florencia firenze
venice venedig venecia venise venezia
naples neapel nápoles napoli
turin torino turín
genoa genua génova ~gênes genova
paris parís parigi
london londres londra
edinburgh edimburgo édimbourg
dublin dublín dublino
brussels brüssel bruselas bruxelles
antwerp antwerpen amberes anvers anversa
hague haag ~haya haye
geneva genf ginebra genève ginevra
zurich zürich zúrich zurigo
basel basilea ~bâle
bern berne berna
berlin berlín berlino
hamburg hamburgo hambourg amburgo
frankfurt francfort fráncfort francoforte
nuremberg nürnberg núremberg norimberga
copenhagen kopenhagen copenhague copenaghen
stockholm estocolmo stoccolma
warsaw warschau varsovia varsovie varsavia
krakow krakau cracovia cracovie kraków
prague prag praga
budapest budapeste
athens athen atenas athènes atene
moscow moskau moscú moscou ~mosca
barcelona barcelone barcellona
seville sevilla séville siviglia
madrid
tokyo tokio
beijing peking pekín pékin pechino
singapore singapur singapour
cairo kairo caire
germany deutschland alemania allemagne germania
austria österreich autriche
switzerland schweiz suiza suisse svizzera
france frankreich francia
italy italien italia italie
spain spanien españa espagne spagna
portugal portogallo
england inglaterra angleterre inghilterra
scotland schottland escocia écosse scozia
ireland irland irlanda irlande
netherlands niederlande holland holanda hollande olanda
belgium belgien bélgica belgique belgio
denmark dänemark dinamarca danemark danimarca
sweden schweden suecia suède svezia
norway norwegen noruega norvège norvegia
finland finnland finlandia finlande
poland polen polonia pologne
greece griechenland grecia grèce
turkey türkei turquía turquie turchia
russia russland rusia russie
ukraine ucrania ucraina
croatia kroatien croacia croatie croazia
hungary ungarn hungría hongrie ungheria
czechia tschechien chequia tchéquie cechia
japan japón japon giappone
china chine cina
india indien inde
brazil brasilien brasil brésil brasile
mexico mexiko méxico mexique messico
canada kanada canadá
egypt ägypten egipto égypte egitto
morocco marokko marruecos maroc marocco
australia australien australie
europe europa
german germans deutsch deutsche deutscher alemán alemana allemand allemande tedesco tedesca tedeschi
english englisch inglés inglesa anglais anglaise inglese
french französisch francés francesa français française francese
spanish spanisch español española espagnol espagnole spagnolo spagnola
italian italians italienisch italienerin italiener italiano italiana italienne
portuguese portugiesisch portugués portuguesa portugais portugaise portoghese
russian russisch ruso rusa russe russo
chinese chinesisch chino chinoise cinese
japanese japanisch japonés japonaise giapponese
dutch niederländisch holländisch neerlandés holandés néerlandais néerlandaise olandese
`;
