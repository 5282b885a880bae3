/** Where a list opens: inside the dialog it belongs to, since what lies outside a modal one cannot be reached. */
export const inDialog = (trigger: HTMLElement): HTMLElement => trigger.closest('dialog') ?? document.body
