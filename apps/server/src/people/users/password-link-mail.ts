import type { Mail, MailOccasion } from '../mail/mail.ts'

type About = {
  title: string
  publicUrl: string
  link: string
  linkHours: number
  user: { firstName: string; lastName: string; userName: string; email: string }
}

const subjects: Record<MailOccasion, (title: string) => string> = {
  welcome: (title) => `Welcome to ${title}: choose your password`,
  forgotten: (title) => `${title}: choose a new password`,
  reset: (title) => `${title}: your password was reset`,
}

const openings: Record<MailOccasion, (about: About) => string> = {
  welcome: ({ title, user }) => `You have an account at ${title} now. Your username is ${user.userName}.`,
  forgotten: ({ title, user }) =>
    `Somebody, most likely you, asked for a new password for the account ${user.userName} at ${title}.`,
  reset: ({ title, user }) =>
    `An administrator reset the password of your account ${user.userName} at ${title}. The old password does not work any more, and you were signed out everywhere.`,
}

const closings: Record<MailOccasion, (about: About) => string> = {
  welcome: ({ publicUrl }) => `If the link has run out, ask for a new one: ${publicUrl}/forgotten`,
  forgotten: () => 'If it was not you, there is nothing to do: your password stays as it is.',
  reset: ({ publicUrl }) => `If the link has run out, ask for a new one: ${publicUrl}/forgotten`,
}

/** The mail with a link to choose a password (D-16), once as plain text and once as simple HTML that needs nothing from outside. */
export function passwordLinkMail(occasion: MailOccasion, about: About): Mail {
  const { user, title, link, linkHours } = about
  const subject = subjects[occasion](title)
  // A name is one line: what looks like another sentence of ours would be believed.
  const greeting = `Hello ${user.firstName.replace(/\s+/g, ' ')},`
  const opening = openings[occasion](about)
  const invitation = `Choose your password with this link. It works once, within ${linkHours} hours:`
  const closing = closings[occasion](about)
  return {
    to: { name: `${user.firstName} ${user.lastName}`, address: user.email },
    subject,
    text: [greeting, opening, invitation, link, closing].join('\n\n').concat('\n'),
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5">',
      ...[greeting, opening, invitation].map((text) => `<p>${escapeHtml(text)}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${escapeHtml(closing)}</p>`,
      '</body></html>',
      '',
    ].join('\n'),
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
