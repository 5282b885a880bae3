import { composeMail, onOneLine } from '../mail/compose-mail.ts'
import type { Mail, MailOccasion } from '../mail/mail.ts'

/** What a link to choose a password is sent for. */
export type LinkOccasion = Exclude<MailOccasion, 'address'>

type About = {
  title: string
  publicUrl: string
  link: string
  linkHours: number
  user: { firstName: string; lastName: string; userName: string; email: string }
}

const subjects: Record<LinkOccasion, (title: string) => string> = {
  welcome: (title) => `Welcome to ${title}: choose your password`,
  forgotten: (title) => `${title}: choose a new password`,
  reset: (title) => `${title}: your password was reset`,
}

const openings: Record<LinkOccasion, (about: About) => string> = {
  welcome: ({ title, user }) => `You have an account at ${title} now. Your username is ${user.userName}.`,
  forgotten: ({ title, user }) =>
    `Somebody, most likely you, asked for a new password for the account ${user.userName} at ${title}.`,
  reset: ({ title, user }) =>
    `An administrator reset the password of your account ${user.userName} at ${title}. The old password does not work any more, and you were signed out everywhere.`,
}

const closings: Record<LinkOccasion, (about: About) => string> = {
  welcome: ({ publicUrl }) => `If the link has run out, ask for a new one: ${publicUrl}/forgotten`,
  forgotten: () => 'If it was not you, there is nothing to do: your password stays as it is.',
  reset: ({ publicUrl }) => `If the link has run out, ask for a new one: ${publicUrl}/forgotten`,
}

/** The mail with a link to choose a password (D-16). */
export function passwordLinkMail(occasion: LinkOccasion, about: About): Mail {
  const { user, title, link, linkHours } = about
  return composeMail({ name: `${user.firstName} ${user.lastName}`, address: user.email }, subjects[occasion](title), [
    `Hello ${onOneLine(user.firstName)},`,
    openings[occasion](about),
    `Choose your password with this link. It works once, within ${linkHours} hours:`,
    { link },
    closings[occasion](about),
  ])
}
