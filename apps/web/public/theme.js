// Sets the theme before the first paint; a file of its own because the security policy allows no inline script.
var chosen = localStorage.getItem('theme')
var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
