const results = {
  confirm: (email) => `Alerts are sent to ${email} from now on.`,
  unsubscribe: (email) => `No more alerts are sent to ${email}.`,
}
const choice = Object.keys(results).find((name) => link.get(name))
if (choice) {
  offer(choice, async () => {
    const draft = { token: link.get(choice) }
    const { email } = await post(`/alerts/recipients/${choice}`, 'alert-subscriptions', draft)
    return results[choice](email)
  })
} else {
  explain('email')
}
