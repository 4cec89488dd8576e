const base = location.pathname.replace(/\/alerts\/subscription\/?$/, '')
const link = new URLSearchParams(location.hash.slice(1))
history.replaceState(null, '', location.pathname) // the token stays out of the history
const element = (id) => document.getElementById(id)
const said = {
  confirm: (email) => `Alerts are sent to ${email} from now on.`,
  unsubscribe: (email) => `No more alerts are sent to ${email}.`,
}

async function post(choice) {
  const attributes = { token: link.get(choice) }
  const response = await fetch(`${base}/alerts/recipients/${choice}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'alert-subscriptions', attributes } }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.errors.map(({ detail }) => detail).join(' '))
  return said[choice](answer.data.attributes.email)
}

addEventListener('hashchange', () => location.reload()) // another link, opened in this tab

const choice = Object.keys(said).find((name) => link.has(name))
if (choice) {
  const form = element(choice)
  form.hidden = false
  // Nothing happens before a click: mail scanners follow links too.
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true // the link works once
    try {
      element('result').textContent = await post(choice)
      form.hidden = true
    } catch (error) {
      element('result').textContent = error.message
    } finally {
      button.disabled = false
    }
  })
} else {
  element('result').textContent = 'This page is reached by a link in a mail. The link is not complete.'
}
