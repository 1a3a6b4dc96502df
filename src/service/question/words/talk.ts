/** Speech, wishes, and beliefs. One concept per line, as in `professions.ts`. See `concepts.ts` for `~`. */
export const TALK = `
recommend recommended recommends recommendation recommendations suggest suggested suggestion suggestions empfehlen empfohlen empfiehlt empfehlung recomendar recomendó recomendación recomienda recommandé recommander recommandation consigliato consigliare raccomandato
advice tip tips ratschlag ratschläge tipp tipps consejo consejos conseil conseils consiglio consigli
help helped helps helping hilfe geholfen helfen hilft ayuda ayudado ayudar ayudó aide aider aiuto aiutato aiutare
call ~called calls calling phoned ~rang anruf anrufe angerufen anrufen telefoniert llamada llamar appel appelé appeler chiamata chiamato chiamare telefonato
favorite favourite favorites favourites lieblings favorito favorita favori préféré préférée preferito preferita
hate hates hated dislike dislikes disliked hasst odia odio déteste détester detesta
idea ideas idee ideen idées
plan plans planned planning planen geplant
~goal goals aim ziel ziele objetivo objetivos objectif objectifs obiettivo obiettivi
dream dreams traum träume sueño sueños rêve rêves sogno sogni
muslim muslims moslem islam musulmán musulmana musulmane musulmano ramadan
jewish judaism jüdisch judentum judío judía juif juive ebreo ebrea
buddhist buddhism buddhistisch budista bouddhiste buddista
award awards prize prizes auszeichnung preisträger premio premios premi
winner won win wins winning gewonnen gewinnt gewinnen ganó ganar gagné gagner vinto vincere
`;
