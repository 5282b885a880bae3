/** What a mail is about, as the log tells it. */
export type MailOccasion = 'welcome' | 'forgotten' | 'reset' | 'address'

export type Mail = {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** The way a mail leaves: to a mail server, or to the outbox folder. */
export interface Mailer {
  /** @param id the same for each attempt at one mail, so that a reader's program knows one that came twice */
  deliver(mail: Mail, id: string): Promise<void>
  /** Whether the way is open. @throws what is in the way */
  check(): Promise<void>
  /** Where mails go, for the log; never holds a password. */
  name: string
}
