/** Length of what the two-factor input takes: a one-time code has 6 digits, a recovery code 10 characters (SES-010, D-17). */
export const minTfaCodeLength = 6
export const maxTfaCodeLength = 10

/** How many recovery codes an enrolment gives, each good once (D-17). */
export const recoveryCodeCount = 10
