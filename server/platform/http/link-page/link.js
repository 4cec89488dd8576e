/** What the pages of mailed links share. It is inserted before the page.js of each. */
/* oxlint-disable no-unused-vars -- page.js uses them */
const [base] = /^.*?\/api\/v1(?=\/)/.exec(location.pathname)
const link = new URLSearchParams(location.hash.slice(1))
const kept = history.state
/** A reload still knows what has happened, and nothing of the token, which stays out of the history. */
const keep = (state) => history.replaceState(state, '', location.pathname)
keep([...link.values()].some((token) => token !== '') ? { isOpened: true } : kept)

/** Offers the app of this server, when there is one, as the place to go on. */
async function offerApp() {
  const root = base.slice(0, -'/api/v1'.length) + '/'
  const response = await fetch(root, { headers: { Accept: 'text/html' } }).catch(() => null)
  const isPage = response?.headers.get('Content-Type')?.startsWith('text/html')
  if (!response?.ok || !isPage) return
  element('app').href = root
  element('app').hidden = false
}

const element = (id) => document.getElementById(id)
const show = (text) => {
  element('result').textContent = text
}

addEventListener('hashchange', () => location.reload()) // another link, opened in this tab

async function post(path, type, attributes, authorization) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/vnd.api+json',
      ...(authorization && { Authorization: authorization }),
    },
    body: JSON.stringify({ data: { type, attributes } }),
  }).catch(() => {
    throw new Error('The server cannot be reached. Check your network connection and try again.')
  })
  const answer = await response.json().catch(() => {
    // A proxy answered for the server.
    throw new Error(`The server returned HTTP status ${response.status}. Try again later.`)
  })
  if (!response.ok) {
    const error = new Error(answer.errors.map(({ detail }) => detail).join(' '))
    throw Object.assign(error, { status: response.status, code: answer.errors[0]?.code })
  }
  return answer.data.attributes
}

/** Whether the link never works: the server does not know its token, or the token has expired. */
const isUnknown = ({ status }) => status === 404 || status === 410

/**
 * Shows a form that does its work, once, and then says what `work` returns. Mail scanners click nothing. `isFinal` is
 * true for an error after which no retry can succeed: the form is hidden then.
 */
function offer(id, work, { shown = element(id), isFinal = isUnknown } = {}) {
  const form = element(id)
  const end = (result) => {
    show(result)
    keep({ result })
    shown.hidden = true
    void offerApp()
  }
  shown.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true // the link works once
    try {
      end(await work())
    } catch (error) {
      if (isFinal(error)) end(error.message)
      else show(error.message)
    } finally {
      button.disabled = false
    }
  })
}

/** Without a token. `source` is where the link was: "email". */
function explain(source) {
  const again = `Open the link in the ${source} again.`
  const why = kept?.isOpened ? 'This page does not keep the link when it is reloaded.' : 'This link is incomplete.'
  show(kept?.result ?? `${why} ${again}`)
  void offerApp()
}
