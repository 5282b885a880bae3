import type { Mail } from './mail.ts'

/** A paragraph of a mail: a text, or an address to press. */
type Paragraph = string | { link: string }

/** A mail, once as plain text and once as simple HTML that needs nothing from outside. */
export function composeMail(to: Mail['to'], subject: string, paragraphs: readonly Paragraph[]): Mail {
  return {
    to,
    subject,
    text: paragraphs
      .map((one) => (typeof one === 'string' ? one : one.link))
      .join('\n\n')
      .concat('\n'),
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5">',
      ...paragraphs.map((one) => `<p>${typeof one === 'string' ? escapeHtml(one) : anchor(one.link)}</p>`),
      '</body></html>',
      '',
    ].join('\n'),
  }
}

/** A name is one line: what looks like another sentence of ours would be believed. */
export const onOneLine = (name: string): string => name.replace(/\s+/g, ' ')

const anchor = (link: string): string => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
