import { forgetSession } from '../access/sessions/session.ts'
import { tfa } from '../access/sessions/tfa-state.ts'
import { sessionOver } from '../api/session-over.ts'
import { queryClient } from '../api/use-call.ts'
import { keyboardList } from '../app/shortcuts.ts'
import { palette } from '../app/palette-state.ts'
import { toast } from '../state/toasts.ts'
import { refuseConfirmation } from '../ui/confirm.ts'

/** After a screen is gone: forgets what it left outside of React, so that the next state finds the page as a new one. */
export function forgetExample(): void {
  refuseConfirmation()
  queryClient.clear()
  forgetSession()
  sessionOver.resume()
  tfa.dismiss()
  palette.close()
  keyboardList.close()
  toast.closeAll()
  forgetStorage()
  clearPage()
}

function forgetStorage(): void {
  const theme = localStorage.getItem('theme')
  localStorage.clear()
  sessionStorage.clear()
  if (theme !== null) localStorage.setItem('theme', theme)
}

/** A new box for the app, and nothing that dialogs and lists put beside it. */
function clearPage(): void {
  const box = document.createElement('div')
  box.id = 'root'
  document.body.replaceChildren(box)
  document.body.removeAttribute('style')
  document.body.removeAttribute('class')
  window.scrollTo(0, 0)
}
