// Names of several cultures for the address book generator, with accents and scripts as on real cards.

export interface Culture {
  given: string[];
  family: string[];
  /** Names in their own script, and their Latin spellings. */
  scripts?: [script: string, ...latin: string[]][];
  /** Country code and the length of a national number. */
  phone: [code: string, length: number, trunk: string];
  towns: [town: string, postcode: string, region: string][];
}

const words = (text: string): string[] => text.split(' ');

export const CULTURES: Culture[] = [
  {
    given: words(
      'Katherine William Robert Elizabeth Margaret Thomas Jennifer Christopher Nicholas Samantha Alexandra Benjamin Patricia Edward Joseph Theodore Victoria Deborah Gregory Rebecca Jonathan Susan Timothy Abigail Charles Daniel Dorothy Frederick Jacqueline Matthew',
    ),
    family: words(
      "Smith Johnson O'Brien Harcourt Whitfield Ashworth Pemberton Kowalski Fitzgerald MacAllister Blackwood Thornbury Goldstein Abernathy Delacroix Winthrop Hathaway Ellsworth Underhill Sandoval",
    ),
    phone: ['+1', 10, ''],
    towns: [
      ['Springfield', '62704', 'IL'],
      ['Portland', '97201', 'OR'],
      ['Boston', '02108', 'MA'],
      ['Austin', '73301', 'TX'],
    ],
  },
  {
    given: words(
      'José María Guadalupe Francisco Concepción Ignacio Ángel Mercedes Rafael Enrique Lucía Martín Inés Andrés Jesús Sofía',
    ),
    family: [
      'García Márquez',
      'López Hernández',
      'Núñez',
      'Ibáñez Castro',
      'Peña Ruiz',
      'Gutiérrez',
      'Vargas Llosa',
      'Zúñiga Ortega',
      'Echeverría',
      'Muñoz Barrios',
    ],
    phone: ['+34', 9, ''],
    towns: [
      ['Madrid', '28001', 'Madrid'],
      ['Sevilla', '41001', 'Andalucía'],
      ['Bilbao', '48001', 'Bizkaia'],
    ],
  },
  {
    given: words(
      'Jürgen Jörg Günther Käthe Björn Heinz Friedrich Elisabeth Katharina Wolfgang Ursula Matthias Sebastian Anneliese',
    ),
    family: words(
      'Müller Schäfer Großmann Köhler Böttcher Jäger Weiß Löwenstein Vogelsang Kirchhoff Steinbrück Hölderlin',
    ),
    phone: ['+49', 10, '0'],
    towns: [
      ['München', '80331', 'Bayern'],
      ['Köln', '50667', 'NRW'],
      ['Berlin', '10115', 'Berlin'],
    ],
  },
  {
    given: words('Aleksandr Yekaterina Dmitriy Mikhail Natalya Sergey Yuliya Vladimir Tatyana Nikolay'),
    family: words('Ivanov Chaikovsky Shevchenko Zhukov Yeltsin Petrov Sokolov Morozov Volkov Rybakov'),
    scripts: [
      ['Александр Иванов', 'Aleksandr Ivanov', 'Alexander Ivanov'],
      ['Екатерина Жукова', 'Ekaterina Zhukova', 'Yekaterina Zhukova'],
      ['Дмитрий Соколов', 'Dmitry Sokolov', 'Dmitriy Sokolov'],
      ['Юлия Шевченко', 'Yulia Shevchenko', 'Julia Shevchenko'],
      ['Сергей Волков', 'Sergei Volkov', 'Sergey Volkov'],
      ['Наталья Морозова', 'Natalia Morozova', 'Natalya Morozova'],
    ],
    phone: ['+7', 10, '8'],
    towns: [
      ['Moskva', '101000', 'Moskva'],
      ['Kazan', '420000', 'Tatarstan'],
    ],
  },
  {
    given: words('Xiaoming Jing Weihua Lihua Guoqiang Yanping Zhiwei Meiling'),
    family: words('Wang Zhang Chen Ouyang Zhao Huang Lin Sima'),
    scripts: [
      ['王小明', 'Xiaoming Wang', 'Wang Xiaoming'],
      ['张伟华', 'Weihua Zhang', 'Zhang Weihua'],
      ['陈美玲', 'Meiling Chen', 'Chen Mei Ling'],
      ['赵国强', 'Guoqiang Zhao', 'Zhao Guoqiang'],
      ['黄志伟', 'Zhiwei Huang', 'Huang Zhi Wei'],
    ],
    phone: ['+86', 11, ''],
    towns: [
      ['Shanghai', '200000', 'Shanghai'],
      ['Shenzhen', '518000', 'Guangdong'],
    ],
  },
  {
    given: words('Mohammed Yusuf Fatima Abdullah Omar Layla Khalid Hassan Maryam Tariq'),
    family: words('Al-Sayed Haddad Mansour Khoury Nasser Farouk El-Amin Rahman Aziz Qasim'),
    scripts: [
      ['محمد الحداد', 'Mohammed Al-Haddad', 'Muhammad Alhaddad'],
      ['يوسف منصور', 'Yusuf Mansour', 'Youssef Mansur'],
      ['خالد ناصر', 'Khalid Nasser', 'Khaled Nasir'],
      ['حسن عزيز', 'Hassan Aziz', 'Hasan Aziz'],
    ],
    phone: ['+20', 10, '0'],
    towns: [
      ['Cairo', '11511', 'Cairo'],
      ['Alexandria', '21500', 'Alexandria'],
    ],
  },
  {
    given: words('Minjun Seoyeon Jihoon Hyejin Dongwook Yuna'),
    family: words('Kim Lee Park Choi Jung Kang'),
    scripts: [
      ['김민준', 'Minjun Kim', 'Kim Min-jun'],
      ['박지훈', 'Jihoon Park', 'Park Ji-hoon'],
      ['최유나', 'Yuna Choi', 'Choi Yu-na'],
    ],
    phone: ['+82', 10, '0'],
    towns: [
      ['Seoul', '04524', 'Seoul'],
      ['Busan', '48058', 'Busan'],
    ],
  },
  {
    given: words('Johannes Cornelis Hendrik Wilhelmina Saskia Pieter Annelies Maarten'),
    family: ['van der Berg', 'de Vries', 'van Dijk', 'ten Brink', 'Jansen', 'van den Heuvel', 'ter Horst', 'Mulder'],
    phone: ['+31', 9, '0'],
    towns: [
      ['Utrecht', '3511', 'Utrecht'],
      ['Delft', '2611', 'Zuid-Holland'],
    ],
  },
  {
    given: words('Rajesh Priyanka Venkatesh Lakshmi Aravind Deepika Siddharth Anjali'),
    family: words('Sharma Krishnamurthy Iyer Chatterjee Deshpande Venkataraman Banerjee Subramanian'),
    phone: ['+91', 10, '0'],
    towns: [
      ['Chennai', '600001', 'Tamil Nadu'],
      ['Pune', '411001', 'Maharashtra'],
    ],
  },
];

export const STREETS = words(
  'Elm Oak Maple Cedar Station Church Mill River Garden Castle Victoria Linden Harbor Orchard Chapel Quarry Meadow Bridge',
);
export const COMPANIES = [
  'Acme',
  'Globex',
  'Initech',
  'Umbrella',
  'Hooli',
  'Vandelay',
  'Stark',
  'Wayne',
  'Cyberdyne',
  'Tyrell',
  'Soylent',
  'Wonka',
  'Dunder Mifflin',
  'Pied Piper',
  'Massive Dynamic',
  'Oceanic',
];
export const TITLES = [
  'Engineer',
  'Designer',
  'Head of Sales',
  'Physician',
  'Attorney',
  'Teacher',
  'Product Manager',
  'Founder',
  'Analyst',
];

/** Nicknames for given names of the lists above. */
export const SHORT_FORMS: Record<string, string[]> = {
  Katherine: ['Kate', 'Kathy', 'Katie'],
  William: ['Bill', 'Will'],
  Robert: ['Bob', 'Rob'],
  Elizabeth: ['Liz', 'Beth', 'Betty'],
  Margaret: ['Peggy', 'Maggie'],
  Thomas: ['Tom'],
  Jennifer: ['Jen', 'Jenny'],
  Christopher: ['Chris'],
  Nicholas: ['Nick'],
  Samantha: ['Sam'],
  Alexandra: ['Alex'],
  Benjamin: ['Ben'],
  Patricia: ['Pat', 'Trish'],
  Edward: ['Ed', 'Ted'],
  Joseph: ['Joe'],
  Theodore: ['Ted', 'Theo'],
  Victoria: ['Vicky'],
  Deborah: ['Deb'],
  Gregory: ['Greg'],
  Rebecca: ['Becky'],
  Jonathan: ['Jon'],
  Susan: ['Sue'],
  Timothy: ['Tim'],
  Abigail: ['Abby'],
  Charles: ['Charlie', 'Chuck'],
  Daniel: ['Dan'],
  Dorothy: ['Dot', 'Dottie'],
  Frederick: ['Fred'],
  Jacqueline: ['Jackie'],
  Matthew: ['Matt'],
  José: ['Pepe'],
  Guadalupe: ['Lupe'],
  Francisco: ['Paco', 'Pancho'],
  Ignacio: ['Nacho'],
  Enrique: ['Quique'],
  Rafael: ['Rafa'],
  Friedrich: ['Fritz'],
  Katharina: ['Kathi'],
  Sebastian: ['Basti'],
  Aleksandr: ['Sasha'],
  Yekaterina: ['Katya'],
  Dmitriy: ['Dima'],
  Mikhail: ['Misha'],
  Natalya: ['Natasha'],
  Tatyana: ['Tanya'],
  Cornelis: ['Kees'],
  Hendrik: ['Henk'],
  Pieter: ['Piet'],
};
