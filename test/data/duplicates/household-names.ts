// Names for households. The lists of women, men, and families are from
// https://github.com/sigpwned/popular-names-by-country-dataset (CC0 1.0), a few of each language. The pairs of similar
// names are our own. An underscore stands for a space.

export interface Language {
  women: string[];
  men: string[];
  families: string[];
  /** Similar names of two people in one household. */
  alike: [string, string][];
}

const language = (women: string, men: string, families: string, alike: string): Language => ({
  women: words(women),
  men: words(men),
  families: words(families),
  alike: alike.split(' ').map((pair) => pair.replaceAll('_', ' ').split('/') as [string, string]),
});

const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('_', ' '));

export const LANGUAGES: Record<string, Language> = {
  english: language(
    'Mary Patricia Linda Barbara Elizabeth Jennifer Maria Susan Margaret Dorothy Olivia Emma Charlotte Amelia Sophia Isabella Ava Mia Evelyn Luna Isla Ivy Florence Lily',
    'James John Robert Michael William David Richard Charles Joseph Thomas Liam Noah Oliver Elijah Henry Lucas Benjamin Theodore George Muhammad Arthur Leo Harry Oscar',
    'Smith Johnson Williams Brown Jones Miller Davis Garcia Rodriguez Wilson Martinez Anderson Taylor Thomas Hernandez Moore',
    'Paul/Paula Daniel/Danielle Gabriel/Gabrielle Robert/Roberta Eric/Erica Carl/Carla Christopher/Christina Alexander/Alexandra Michael/Michelle Justin/Justine Samuel/Samantha Julian/Juliana Anna/Hannah Ellen/Helen Jane/Jean Tim/Tom Marie/Maria Emily/Emma Mark/Marcus Kevin/Calvin',
  ),
  german: language(
    'Emilia Mia Sophia Emma Hannah Lina Mila Ella Leni Clara Marie Anna Lena Laura Valentina Lea Sara Sophie Elena Sofia Olivia Nora Alina',
    'Noah Matteo Elias Finn Leon Theo Paul Emil Henry Ben Jakob Maximilian David Felix Tobias Jonas Mateo Luka Theodor Mohammad Alexander Adam Liam Luca',
    'Müller Schmidt Schneider Fischer Meyer Weber Wagner Schulz Becker Hoffmann Gruber Huber Bauer Pichler Steiner Moser',
    'Sven/Svenja Jan/Jana Paul/Paula Andrea/Andreas Stefan/Stefanie Christian/Christiane Daniel/Daniela Martin/Martina Michael/Michaela Simon/Simone Manuel/Manuela Florian/Floriane Anna/Hanna Marie/Maria Lena/Lina Jannik/Jannis Tim/Tom Hans/Johannes Luis/Luisa Carsten/Karsta',
  ),
  spanish: language(
    'Ane Laia June Nahia Maddi Malen Nora Irati Izaro Sara Júlia Martina Mia Emma Lucía Sofía Ona María Paula Valeria Julia Daniela Carla Valentina',
    'Markel Martín Julen Oihan Jon Aiur Aimar Ibai Luka Danel Marc Nil Pol Jan Leo Pau Àlex Marti Biel Hugo Mateo Lucas Manuel Daniel',
    'García Fernández González Rodríguez López Martínez Sánchez Pérez Martín Gómez Ruiz Hernández Jiménez Díaz Álvarez Moreno',
    'Juan/Juana Mario/María Antonio/Antonia Francisco/Francisca Daniel/Daniela Julio/Julia Carlos/Carla Gabriel/Gabriela Manuel/Manuela José/María_José Juan/Juan_Carlos Martín/Martina Lucio/Lucía Paulo/Paula Emilio/Emilia Rafael/Rafaela Alejandro/Alejandra Luis/Luisa Ana/Anabel Javier/Javiera',
  ),
  french: language(
    'Jade Emma Louise Mia Alice Lina Ambre Rose Chloé Anna Olivia Mila Camille Sofia Ella Juliette',
    'Léo Gabriel Raphaël Arthur Louis Maël Lucas Adam Tiago Hugo Noah Liam Jules Victor Oscar',
    'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia David',
    'Jean/Jeanne Michel/Michèle Daniel/Danielle Martin/Martine Simon/Simone Gabriel/Gabrielle Frédéric/Frédérique René/Renée André/Andrée Denis/Denise Louis/Louise Marie/Maria Julie/Julia Jean/Jean-Pierre Christian/Christiane Pascal/Pascale Emmanuel/Emmanuelle Anne/Anna François/Françoise Léo/Léa',
  ),
  italian: language(
    'Sofia Aurora Giulia Ginevra Beatrice Alice Vittoria Emma Ludovica Matilde',
    'Leonardo Alessandro Tommaso Francesco Lorenzo Edoardo Mattia Riccardo Gabriele Andrea',
    'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Bruno Ricci Greco Marino Gallo De_Luca Conti Costa Mancini',
    'Mario/Maria Paolo/Paola Giulio/Giulia Andrea/Andreina Francesco/Francesca Daniele/Daniela Michele/Michela Gabriele/Gabriella Alessandro/Alessandra Carlo/Carla Roberto/Roberta Simone/Simona Luca/Lucia Antonio/Antonia Stefano/Stefania Claudio/Claudia Anna/Annamaria Matteo/Mattia Valentino/Valentina Franco/Franca',
  ),
  portuguese: language(
    'Maria Alice Leonor Matilde Benedita Carolina Beatriz Margarida Francisca Camila Ana Antônia Adriana Juliana Marcia Fernanda Patrícia Aline Helena Laura Maria_Alice Sophia Manuela Maitê',
    'Francisco Afonso João Tomás Duarte Lourenço Santiago Martim Miguel Gabriel José Antônio Carlos Paulo Pedro Lucas Luiz Marcos Arthur Gael Théo Heitor Ravi Davi',
    'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Gonçalves Gomes Lopes Marques Alves',
    'João/Joana Paulo/Paula António/Antónia Francisco/Francisca Mário/Maria Carlos/Carla Daniel/Daniela Luís/Luísa Rafael/Rafaela Gabriel/Gabriela Fernando/Fernanda Márcio/Márcia Juliano/Juliana Adriano/Adriana Ana/Ana_Maria Bruno/Bruna Júlio/Júlia Cláudio/Cláudia Renato/Renata Silvio/Silvia',
  ),
  dutch: language(
    'Emma Julia Mila Sophie Olivia Yara Saar Nora Tess Noor',
    'Noah Liam Luca Lucas Mees Finn James Milan Levi Sem',
    'De_Jong Jansen De_Vries Van_den_Berg Van_Dijk Van_Dyk Bakker Janssen Visser Smit Meijer Meyer De_Boer Mulder De_Groot Bos',
    'Jan/Jana Johan/Johanna Willem/Wilma Hendrik/Hendrika Daan/Daantje Paul/Paula Emma/Emmy Lotte/Lot Sanne/Sander Marit/Maria Cor/Cora Jan/Janneke Tim/Tom Noa/Noah Luc/Luca Karel/Karin Petra/Peter Simon/Simone Lisa/Lise Marijn/Marijke',
  ),
  polish: language(
    'Zofia Zuzanna Hanna Maja Laura Julia Oliwia Alicja Lena Pola',
    'Antoni Jan Aleksander Franciszek Nikodem Jakub Leon Stanisław Mikołaj Szymon',
    'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Kwiatkowski Wojciechowski',
    'Jan/Jana Paweł/Paula Aleksander/Aleksandra Andrzej/Andżelika Stanisław/Stanisława Daniel/Daniela Mario/Maria Michał/Michalina Karol/Karolina Julian/Julia Wiktor/Wiktoria Hanna/Anna Kamil/Kamila Marcel/Marcelina Bronisław/Bronisława Mirosław/Mirosława Zdzisław/Zdzisława Józef/Józefa Ola/Olga Maja/Mia',
  ),
  czech: language(
    'Eliška Anna Adéla Tereza Sofie Viktorie Ema Karolína Natálie Amálie Julie',
    'Jakub Jan Tomáš Matyáš Adam Filip Vojtěch Lukáš Martin Matěj',
    'Novák Nováková Svoboda Svobodová Novotný Novotná Dvořák Dvořáková Černý Černá Procházka Procházková Kučera Kučerová Veselý Veselá',
    'Jan/Jana Pavel/Pavla Petr/Petra Michal/Michala Martin/Martina Daniel/Daniela Zdeněk/Zdeňka Jaroslav/Jaroslava Miroslav/Miroslava Vladimír/Vladimíra Ivan/Ivana Roman/Romana Stanislav/Stanislava Marek/Markéta Jiří/Jiřina Karel/Karla Radek/Radka Lukáš/Luka Marie/Maria Lenka/Lena',
  ),
  russian: language(
    'Yeva Sofiya Anna Viktoriya Mariya Alisa Varvara Polina Vasilisa Anastasiya Анастасия Елена Ольга Наталья Екатерина Анна Татьяна Мария Ирина Юлия София Алиса Ева Виктория',
    'Artem Mikhail Aleksandr Matvey Timofey Lev Dmitry Mark Roman Ivan Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Артём Лев Марк Матвей Даниил',
    'Смирнов Иванов Кузнецов Попов Соколов Лебедев Козлов Новиков Морозов Петров Волков Соловьёв Васильев Зайцев Павлов Семёнов',
    'Александр/Александра Валентин/Валентина Евгений/Евгения Виктор/Виктория Aleksandr/Aleksandra Evgeniy/Evgeniya Valeriy/Valeriya Yuliy/Yuliya Mariya/Marina Natalya/Natasha Anton/Antonina Vladislav/Vladislava Ivan/Ivanna Alina/Alisa Дарья/Дарина Polina/Paulina Maksim/Maksima Yana/Anna Olga/Oleg Светлана/Святослав',
  ),
  turkish: language(
    'Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Asel Asya Defne Nehir Azra Zümra Eylül Ecrin',
    'Mehmet Mustafa Ahmet Ali Hüseyin Hasan Ibrahim İsmail Osman Yusuf Alparslan Miraç Ömer_Asaf Eymen Göktug Ömer Aras Ali_Asaf',
    'Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara',
    'Emin/Emine Cem/Ceman Ali/Aliye Hamdi/Hamdiye Şerif/Şerife Zeki/Zekiye Esra/Esma Fikri/Fikriye Nuri/Nuriye Sabri/Sabriye Hayri/Hayriye Münir/Münire Kadir/Kadriye Elif/Elifnur Ayşe/Ayşegül Deniz/Derya Mert/Mete Emir/Emirhan Cemil/Cemile Nadir/Nadire',
  ),
  swedish: language(
    'Nora Emma Olivia Ella Sofie Leah Frida Iben Sofia Sara Alma Ida Freja Luna Agnes Asta Clara Alberte',
    'Jakob Noah Emil Lucas Oliver Isak William Filip Aksel Theodor Oscar Carl Malthe Valdemar August Theo',
    'Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg Haugen Hagen',
    'Jan/Janna Erik/Erika Karl/Carla Johan/Johanna Sven/Svea Paul/Paula Henrik/Henrika Kristian/Kristina Andreas/Andrea Ulf/Ulla Emil/Emilia Anna/Annika Lena/Lina Olof/Olava Petter/Petra Jon/Johan Marie/Maria Ella/Ellen Niklas/Nicole Frida/Fredrika',
  ),
};
