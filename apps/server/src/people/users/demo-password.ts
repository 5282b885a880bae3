/** The people of the demo workspace, and the password that all of them have and everybody knows. */
export const demoUserNames = ['dana.dealer', 'marc.manager', 'ada.admin', 'sam.super'] as const
export const demoPassword = 'Try-this-1now'
