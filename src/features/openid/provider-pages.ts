import type { Context } from 'oidc-provider'

/** What a browser is shown if a request cannot be answered to the client. No value of the request is in it. */
export async function errorPage(context: Context, out: { error: string; error_description?: string }): Promise<void> {
  const text = SENTENCES[out.error] ?? 'This sign-in cannot go on. Go back to where you started, and try again.'
  show(context, 'Sign-in', `<h1>This did not work</h1><p role="alert">${text}</p><p>${escaped(out.error)}</p>`)
}

const SENTENCES: Record<string, string> = {
  invalid_client: 'The service that sent you here is not known. Go back to where you started.',
  invalid_redirect_uri: 'The service that sent you here did not say where to return. Go back to where you started.',
  server_error: 'Something went wrong here. Go back to where you started, and try again.',
}

/** Asked only in a browser in which a sign-in has just ended. */
export async function logoutPage(context: Context, form: string): Promise<void> {
  const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>'
  show(context, 'Sign out', `<h1>Sign out?</h1>${form}<p>${button}</p>`)
}

export async function goodbyePage(context: Context): Promise<void> {
  show(context, 'Signed out', '<h1>You are signed out</h1><p role="status">You can close this page.</p>')
}

function show(context: Context, title: string, body: string): void {
  context.type = 'html'
  context.body = page(title, 'en', body)
}

/** A page without scripts. */
export const page = (title: string, lang: string, body: string, head = ''): string =>
  `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${escaped(title)}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>${body}</main>
</body>
</html>
`

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
