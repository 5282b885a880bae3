import { schemaCase, type SchemaCase } from './schema-case.ts'

const noTexts = [1, null, true, [], {}]

/** Keywords of texts: lengths count characters, patterns are those of ECMA 262. */
export const textCases: SchemaCase[] = [
  schemaCase(
    'maxLength',
    { maxLength: 2 },
    { valid: ['', 'ab', '😀😀', 'é1', ...noTexts, 100], invalid: ['abc', '😀😀😀', 'e\u0301e'] },
  ),
  schemaCase('maxLength', { maxLength: 0 }, { valid: [''], invalid: [' '] }),
  schemaCase('maxLength', { maxLength: 2.0 }, { valid: ['ab'], invalid: ['abc'] }),
  schemaCase('minLength', { minLength: 2 }, { valid: ['ab', '😀😀', ...noTexts], invalid: ['', 'a', '😀'] }),
  schemaCase('minLength', { minLength: 0 }, { valid: ['', 'a'] }),
  schemaCase('pattern', { pattern: '^a*$' }, { valid: ['', 'aaa', ...noTexts], invalid: ['abc', 'a\n'] }),
  schemaCase('pattern', { pattern: 'a+' }, { valid: ['xxaayy', 'a'], invalid: ['', 'A'] }),
  schemaCase('pattern', { pattern: '^\\d+$' }, { valid: ['0123'], invalid: ['', '1a', '১২', '１'] }),
  schemaCase('pattern', { pattern: '^\\w$' }, { valid: ['a', '_', '9'], invalid: ['é', 'ß', '-', ' '] }),
  schemaCase(
    'pattern',
    { pattern: '^\\s$' },
    { valid: [' ', '\t', '\u00a0', '\ufeff', '\u2029', '\u3000'], invalid: ['', 'a', '\u200b'] },
  ),
  schemaCase('pattern', { pattern: '^\\S$' }, { valid: ['a', '😀'], invalid: [' ', '\u00a0', '\ufeff'] }),
  schemaCase(
    'pattern',
    { pattern: '^.$' },
    { valid: ['a', '😀', '\u0085'], invalid: ['\n', '\r', '\u2028', 'ab', ''] },
  ),
  schemaCase('pattern', { pattern: '^🐲*$' }, { valid: ['', '🐲', '🐲🐲'], invalid: ['🐉', 'D'] }),
  schemaCase('pattern', { pattern: '^[😀-😂]{2}$' }, { valid: ['😀😁'], invalid: ['😀', '😀😀😀'] }),
  schemaCase('pattern', { pattern: '^\\p{Lu}\\p{L}+$' }, { valid: ['Äpfel', 'Éa'], invalid: ['äpfel', 'A1'] }),
  schemaCase('pattern', { pattern: '^\\u{1F600}\\u0041\\x42\\cJ?$' }, { valid: ['😀AB', '😀AB\n'], invalid: ['AB'] }),
  schemaCase('pattern', { pattern: '^(?=.*\\d)(?!.*x)[a-z\\d]+$' }, { valid: ['abc1'], invalid: ['abc', 'x1'] }),
  schemaCase('pattern', { pattern: '(?<=€)\\d' }, { valid: ['€5'], invalid: ['5', '$5'] }),
  schemaCase('pattern', { pattern: '^(?<first>.)\\k<first>$' }, { valid: ['aa', '😀😀'], invalid: ['ab'] }),
  schemaCase('pattern', { pattern: '^(a|b)\\1$' }, { valid: ['aa', 'bb'], invalid: ['ab'] }),
  schemaCase('pattern', { pattern: '^[\\w-.]+$' }, { valid: ['a-b.c'], invalid: ['a b'] }),
  schemaCase('pattern', { pattern: '^(a+)+$' }, { valid: ['aaaa'], invalid: ['aaaab'] }),
  schemaCase('pattern', { pattern: '^[^]$' }, { valid: ['\n', 'a'], invalid: ['', 'ab'] }),
  schemaCase('pattern', { pattern: '[]' }, { invalid: ['', 'a', ']'] }),
  schemaCase('pattern', { pattern: '' }, { valid: ['', 'a'] }),
  schemaCase('pattern', { pattern: '^a$|^b' }, { valid: ['a', 'bcd'], invalid: ['ab', ''] }),
]
