/** Bad input as text of about a size: what makes parsers compare, copy, go back or nest. */

export type Make = (size: number) => string

const counted = (size: number, each: (at: number) => string, between = ''): string => {
  const parts: string[] = []
  for (let length = 0, at = 0; length < size; at += 1) {
    const part = each(at)
    parts.push(part)
    length += part.length + between.length
  }
  return parts.join(between)
}
const filled = (size: number, part: string): string =>
  part.repeat(Math.max(1, Math.floor(size / part.length)))

/** Parts of a JSON body, each of about a size in bytes. */
export const json: Readonly<Record<string, Make>> = {
  'many names': (size) => `{${counted(size, (at) => `"k${at}":1`, ',')}}`,
  'numbers as names': (size) => `{${counted(size, (at) => `"${at * 65_536}":1`, ',')}}`,
  'a name twice, at the end': (size) => `{${counted(size, (at) => `"k${at}":1`, ',')},"k0":1}`,
  'a list of numbers': (size) => `[${filled(size, '1,')}1]`,
  'empty objects': (size) => `[${filled(size, '{},')}{}]`,
  'a long text': (size) => `"${'x'.repeat(size)}"`,
  'a long text that does not end': (size) => `"${'x'.repeat(size)}`,
  escapes: (size) => `"${filled(size, '\\u0041')}"`,
  backslashes: (size) => `"${filled(size, '\\\\')}"`,
  'escaped quotes': (size) => `"${filled(size, '\\"')}"`,
  'quotes and backslashes': (size) => filled(size, '"\\'),
  'a long number': (size) => '1'.repeat(size),
  'a long fraction': (size) => `0.${'1'.repeat(size)}e`,
  blanks: (size) => `[${' '.repeat(size)}]`,
  deep: (size) => '['.repeat(size),
  'deep and closed': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'two bytes each': (size) => `["${'é'.repeat(size / 2)}"]`,
  'not UTF-8, at the end': (size) => `"${'x'.repeat(size)}\ud800"`,
}

export const query: Readonly<Record<string, Make>> = {
  'many parameters': (size) => counted(size, (at) => `a${at}=1`, '&'),
  'empty parameters': (size) => '&'.repeat(size),
  'a parameter again and again': (size) => filled(size, 'a=1&'),
  'many filters': (size) => counted(size, (at) => `filter[a${at}]=1`, '&'),
  'a filter of many values': (size) => `filter[id__in]=${filled(size, 'x,')}`,
  'a long sort': (size) => `sort=${filled(size, 'a,')}`,
  'a long include': (size) => `include=${filled(size, 'a.')}`,
  'many includes': (size) => `include=${filled(size, 'scan,')}`,
  'many fields': (size) => `fields[findings]=${filled(size, 'uid,')}`,
  'percent signs': (size) => `a=${filled(size, '%41')}`,
  'bad percent signs': (size) => `a=${filled(size, '%')}`,
  'plus signs': (size) => `filter[search]=${filled(size, '+')}`,
  brackets: (size) => `filter${'['.repeat(size)}`,
  wildcards: (size) => `filter[search]=${filled(size, '*%25_')}`,
}

export const header: Readonly<Record<string, Make>> = {
  commas: (size) => ','.repeat(size),
  semicolons: (size) => ';'.repeat(size),
  blanks: (size) => `a${' '.repeat(size)}b`,
  'many items': (size) => counted(size, (at) => `text/a${at};q=0.${at}`, ', '),
  'many cookies': (size) => counted(size, (at) => `a${at}=b`, '; '),
  'many tags': (size) => counted(size, (at) => `W/"${at}"`, ','),
  addresses: (size) => counted(size, (at) => `10.0.${at % 250}.1`, ', '),
  'a token': (size) => `Bearer ${'a'.repeat(size / 2)}.${'b'.repeat(size / 2)}.`,
  'a token of points': (size) => `Bearer ${'.'.repeat(size)}`,
  'a key': (size) => `Api-Key pk_${'2'.repeat(size)}`,
}

export const yaml: Readonly<Record<string, Make>> = {
  'many names': (size) => counted(size, (at) => `k${at}: 1\n`),
  'a name again and again': (size) => filled(size, 'k: 1\n'),
  'a block list': (size) => filled(size, '- a\n'),
  'a flow list': (size) => `[${filled(size, 'a,')}a]`,
  'a flow mapping': (size) => `{${counted(size, (at) => `k${at}: 1`, ', ')}}`,
  JSON: (size) => `{${counted(size, (at) => `"k${at}":1`, ',')}}`,
  commas: (size) => `[${','.repeat(size)}]`,
  'deep flow': (size) => '['.repeat(size),
  'deep mappings': (size) => filled(size, '{a: '),
  'deep blocks': (size) => filled(size, '- '),
  'deep keys': (size) => filled(size, '? '),
  'deeper each line': (size) => {
    const lines = Math.floor(Math.sqrt(2 * size))
    return Array.from({ length: lines }, (_, at) => `${' '.repeat(at)}a:\n`).join('')
  },
  anchors: (size) => counted(size, (at) => `- &a${at} 1\n`),
  aliases: (size) => `- &a 1\n${filled(size, '- *a\n')}`,
  'aliases of aliases': (size) =>
    `- &a0 [x,x,x,x,x,x,x,x,x]\n${counted(size, (at) => `- &a${at + 1} [${Array(9).fill(`*a${at}`).join(',')}]\n`)}`,
  'aliases of a long list': (size) =>
    `- &a [${filled(size / 2, 'x,')}x]\n${filled(size / 2, '- *a\n')}`,
  'merged mappings': (size) => `a: &a {x: 1}\n${counted(size, (at) => `b${at}: {<<: *a}\n`)}`,
  tags: (size) => filled(size, '- !!str a\n'),
  'unknown tags': (size) => filled(size, '- !x a\n'),
  errors: (size) => filled(size, '- }\n'),
  'quotes that do not end': (size) => filled(size, '- "a\n'),
  'empty lines': (size) => '\n'.repeat(size),
  comments: (size) => filled(size, '#\n'),
  'a text of many lines': (size) => `a: |\n${filled(size, ' x\n\n')}`,
  'a folded text': (size) => `a: >\n${filled(size, ' x\n\n')}`,
  'a plain text of many lines': (size) => `a: ${filled(size, 'x\n ')}`,
  'a long text': (size) => `a: ${'x'.repeat(size)}`,
  escapes: (size) => `a: "${filled(size, '\\n')}"`,
  documents: (size) => filled(size, '---\n'),
  directives: (size) => `${filled(size, '%A b\n')}---\n`,
}

const response = (inside: string, declared = ''): string =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"${declared} ID="_r">${inside}</p:Response>`

export const xml: Readonly<Record<string, Make>> = {
  elements: (size) => response(filled(size, '<a/>')),
  'elements with a text between': (size) => response(filled(size, 'x<a>y</a>')),
  'declarations, then elements': (size) =>
    response(
      filled(size / 2, '<a/>'),
      counted(size / 2, (at) => ` xmlns:n${at}="u"`),
    ),
  'a declaration in each element': (size) =>
    response(counted(size, (at) => `<n${at}:a xmlns:n${at}="u"/>`)),
  'attributes of one element': (size) => response(`<a${counted(size, (at) => ` a${at}="1"`)}/>`),
  'attributes of many elements': (size) => response(filled(size, '<a b="1" c="2" d="3"/>')),
  'an attribute that does not end': (size) => response(`<a b="${'x'.repeat(size)}`),
  'blanks in an element': (size) => response(`<a${' '.repeat(size)}b`),
  deep: (size) => filled(size, '<a>'),
  'deep and wide': (size) => response(filled(size, `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`)),
  entities: (size) => response(filled(size, '&amp;')),
  'entities that do not end': (size) => response(filled(size, '&')),
  comments: (size) => response(filled(size, '<!---->')),
  'a comment that does not end': (size) => response(`<!--${'-x'.repeat(size / 2)}`),
  'less-than signs': (size) => response('<'.repeat(size)),
  'a long text': (size) => response('x'.repeat(size)),
  blanks: (size) => ' '.repeat(size),
  'a long prologue': (size) => `<?xml ${'x'.repeat(size)}`,
}

/** Texts for patterns: of addresses, names, ids, times. */
export const words: Readonly<Record<string, Make>> = {
  letters: (size) => `${'a'.repeat(size)}!`,
  digits: (size) => `${'1'.repeat(size)}!`,
  'letters and points': (size) => `${filled(size, 'a.')}!`,
  'letters and hyphens': (size) => `${filled(size, 'a-')}!`,
  'an address of points': (size) => `a@${filled(size, 'a.')}`,
  'a local part of points': (size) => `${filled(size, 'a.')}@b.example`,
  'at signs': (size) => '@'.repeat(size),
  slashes: (size) => `https://a${filled(size, '/a')} `,
  blanks: (size) => `${' '.repeat(size)}!`,
  base64: (size) => `${'QUJD'.repeat(size / 4)}!`,
}

/** Names whose signs are slow to segment, compose, order or shape. */
export const printedNames: Readonly<Record<string, Make>> = {
  'marks out of order': (size) => filled(size, '\u0301\u0323'),
  'one letter with marks': (size) => `a${filled(size, '\u0301')}`,
  joiners: (size) => filled(size, '\u200d'),
  conjuncts: (size) => filled(size, 'क्'),
  flags: (size) => filled(size, '\u{1f1e6}'),
  'joined letters': (size) => filled(size, 'ب'),
  'turns of direction': (size) => filled(size, 'ا1a('),
  'turns of script': (size) => filled(size, 'aЯ日'),
  'signs without glyphs': (size) => filled(size, '\ue000'),
  'a word of Cyrillic': (size) => filled(size, 'Я'),
  'words of Chinese': (size) => filled(size, '漢 '),
}
