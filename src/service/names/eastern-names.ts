import { DOUBLE_FAMILY } from './name-parts.ts';

// Romanization of Chinese, Japanese, and Korean names beyond letter-by-letter transliteration.

const table = (text: string): Map<string, string[]> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((entry): [string, string[]] => {
        const [name = '', ...readings] = entry.split(/[=/]/);
        return [name, readings];
      }),
  );

/** Most common Japanese family names with their readings. */
const JAPANESE_FAMILY = table(`
  佐藤=sato 鈴木=suzuki 高橋=takahashi 田中=tanaka 伊藤=ito 渡辺=watanabe 渡邉=watanabe 渡邊=watanabe 山本=yamamoto 中村=nakamura
  小林=kobayashi 加藤=kato 吉田=yoshida 山田=yamada 佐々木=sasaki 山口=yamaguchi 松本=matsumoto 井上=inoue 木村=kimura 斎藤=saito
  斉藤=saito 齋藤=saito 清水=shimizu 山崎=yamazaki/yamasaki 森=mori 池田=ikeda 橋本=hashimoto 阿部=abe 石川=ishikawa
  山下=yamashita 中島=nakajima/nakashima 石井=ishii 小川=ogawa 前田=maeda 岡田=okada 長谷川=hasegawa 藤田=fujita 後藤=goto
  近藤=kondo 村上=murakami 遠藤=endo 青木=aoki 坂本=sakamoto 福田=fukuda 太田=ota 西村=nishimura 藤井=fujii 金子=kaneko
  岡本=okamoto 藤原=fujiwara 三浦=miura 中野=nakano 中川=nakagawa 原田=harada 松田=matsuda 竹内=takeuchi 小野=ono 田村=tamura
  中山=nakayama 和田=wada 石田=ishida 森田=morita 上田=ueda 原=hara 内田=uchida 柴田=shibata 酒井=sakai 宮崎=miyazaki
  横山=yokoyama 高木=takagi 安藤=ando 宮本=miyamoto 大野=ono 小島=kojima 工藤=kudo 谷口=taniguchi 今井=imai 高田=takada
  増田=masuda 丸山=maruyama 杉山=sugiyama 村田=murata 大塚=otsuka 新井=arai 小山=koyama 平野=hirano 藤本=fujimoto
  河野=kono 上野=ueno 野口=noguchi 武田=takeda 松井=matsui 千葉=chiba 岩崎=iwasaki 菅原=sugawara 木下=kinoshita
  久保=kubo 佐野=sano 野村=nomura 松尾=matsuo 市川=ichikawa 菊地=kikuchi 菊池=kikuchi 杉本=sugimoto 古川=furukawa
  大西=onishi 島田=shimada 水野=mizuno 桜井=sakurai 櫻井=sakurai 高野=takano 渡部=watanabe 吉川=yoshikawa 山内=yamauchi
  西田=nishida 飯田=iida 菊田=kikuta 西川=nishikawa 小松=komatsu 北村=kitamura 安田=yasuda 五十嵐=igarashi 川口=kawaguchi
  平田=hirata 関=seki 中田=nakata/nakada 久保田=kubota 東=higashi 服部=hattori 川崎=kawasaki 岩田=iwata 土屋=tsuchiya
  福島=fukushima 本田=honda 辻=tsuji 樋口=higuchi 秋山=akiyama 田口=taguchi 永井=nagai 山中=yamanaka 中西=nakanishi
  吉村=yoshimura 川上=kawakami 石原=ishihara 大橋=ohashi 松岡=matsuoka 馬場=baba 浜田=hamada 森本=morimoto 星野=hoshino
  黒田=kuroda 黒澤=kurosawa 黒沢=kurosawa 宮田=miyata 大島=oshima 浅野=asano 荒木=araki 大谷=otani 小池=koike 村井=murai`);

/** Most common Japanese given names with their readings. */
const JAPANESE_GIVEN = table(`
  太郎=taro 次郎=jiro 一郎=ichiro 三郎=saburo 花子=hanako 健太=kenta 翔太=shota 大輔=daisuke 健一=kenichi 翔=sho 蓮=ren
  陽翔=haruto 大翔=hiroto 悠斗=yuto 陽菜=hina 結衣=yui 美咲=misaki 葵=aoi 凛=rin 愛=ai 優子=yuko 裕子=yuko/hiroko 由美=yumi
  由美子=yumiko 恵子=keiko 圭子=keiko 洋子=yoko 陽子=yoko 和子=kazuko 幸子=sachiko/yukiko 久美子=kumiko 京子=kyoko 直子=naoko
  智子=tomoko 明美=akemi 真由美=mayumi 麻衣=mai 舞=mai 彩=aya 綾=aya 綾子=ayako 絵里=eri 恵美=emi/megumi 恵=megumi 純子=junko
  順子=junko 典子=noriko 紀子=noriko 美穂=miho 美香=mika 里奈=rina 千尋=chihiro 千春=chiharu 春樹=haruki 直樹=naoki 和也=kazuya
  拓也=takuya 達也=tatsuya 哲也=tetsuya 健=ken/takeshi 健二=kenji 賢治=kenji 浩=hiroshi 博=hiroshi 宏=hiroshi 隆=takashi
  誠=makoto 学=manabu 豊=yutaka 茂=shigeru 実=minoru 進=susumu 修=osamu 剛=tsuyoshi/go 亮=ryo 涼=ryo 涼太=ryota 龍一=ryuichi
  裕太=yuta 雄太=yuta 祐介=yusuke 雄介=yusuke 大介=daisuke 俊介=shunsuke 浩二=koji 孝司=koji/takashi 光=hikaru 駿=hayao/shun
  明=akira 聡=satoshi 智=satoshi 淳=jun/atsushi 潤=jun 仁=hitoshi/jin 勇=isamu 正=tadashi 清=kiyoshi 守=mamoru 樹=itsuki
  海斗=kaito 颯太=sota 陸=riku 空=sora 桜=sakura 咲=saki 楓=kaede 七海=nanami 美優=miyu 美羽=miu 真央=mao 奈々=nana 菜々子=nanako
  香織=kaori 沙織=saori 早苗=sanae 千恵子=chieko 文子=fumiko 礼子=reiko 玲子=reiko 雅子=masako 昌子=masako 正子=masako`);

/** Usual spellings of Korean family names. */
const KOREAN_FAMILY = table(`
  김=kim 이=lee/yi/rhee 박=park/pak 최=choi 정=jung/jeong/chung 강=kang 조=cho/jo 윤=yoon/yun 장=jang/chang 임=lim/im 한=han
  오=oh 서=seo/suh 신=shin 권=kwon 황=hwang 안=ahn/an 송=song 류=ryu/yoo 유=yoo/yu 홍=hong 전=jeon/chun 고=ko/go 문=moon/mun
  손=son/sohn 양=yang 배=bae 백=baek/paik 허=heo/hur 남=nam 심=shim/sim 노=noh/roh/no 하=ha 곽=kwak 성=sung/seong 차=cha
  주=joo/ju 우=woo/u 구=koo/ku/gu 나=na 진=jin 민=min 지=ji 엄=eom/um 채=chae 원=won 천=cheon/chun 방=bang 공=kong
  현=hyun/hyeon 함=ham 변=byun 염=yeom 여=yeo 추=choo/chu 도=do 소=so 석=seok/suk 선=sun/seon 설=seol/sul 마=ma 길=gil/kil
  표=pyo 명=myung 기=ki 반=ban 왕=wang 금=keum 옥=ok 육=yook 인=in 맹=maeng 제=je 모=mo 탁=tak 국=kook 어=eo 은=eun 용=yong`);

/** Syllables that most people do not write in the official romanization. */
const KOREAN_SYLLABLES: [RegExp, string][] = [
  [/^u/, 'woo'],
  [/ui$/, 'ee'],
  [/^yeong$/, 'young'],
  [/^gy/, 'ky'],
  [/yeo/, 'yu'],
  [/eo/, 'u'],
];

export interface EasternPart {
  written: string;
  /** Readings other than the plain transliteration. */
  readings: string[];
}

/** Splits a run of Chinese characters into a family name and a given name, where possible. */
export function divideHan(run: string): EasternPart[] {
  const known = readingsOf(run);
  if (known) return [{ written: run, readings: known }];
  const characters = [...run];
  for (const at of [3, 2, 1]) {
    const [family, given] = [characters.slice(0, at).join(''), characters.slice(at).join('')];
    const readings = JAPANESE_FAMILY.get(family);
    const isJapanese = readings && (at > 1 || JAPANESE_GIVEN.has(given));
    if (isJapanese && given) {
      return [
        { written: family, readings },
        { written: given, readings: JAPANESE_GIVEN.get(given) ?? [] },
      ];
    }
  }
  return divided(characters).map((written) => ({ written, readings: [] }));
}

const readingsOf = (run: string) => JAPANESE_FAMILY.get(run) ?? JAPANESE_GIVEN.get(run);

/** Splits a run of Hangul into a family name and a given name. `official` romanizes it. */
export function divideHangul(run: string, official: (text: string) => string): EasternPart[] {
  const [family, given, ...more] = divided([...run]);
  if (given === undefined || more.length > 0) return [{ written: run, readings: KOREAN_FAMILY.get(run) ?? [] }];
  const spelled = [...given].map((syllable) =>
    KOREAN_SYLLABLES.reduce((text, [from, to]) => text.replace(from, to), official(syllable)),
  );
  return [
    { written: family!, readings: KOREAN_FAMILY.get(family!) ?? [] },
    { written: given, readings: [spelled.join('')] },
  ];
}

function divided(characters: string[]): string[] {
  if (characters.length < 2 || characters.length > 4) return [characters.join('')];
  const at = characters.length > 2 && DOUBLE_FAMILY.has(characters.slice(0, 2).join('')) ? 2 : 1;
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}
