import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

/** Phrases in every version of the notice, in lower case. */
const notice = [
  'you are accessing a u.s. government',
  'information system',
  'you consent to the following conditions',
]

export default check({
  id: 'signon_dod_warning_banner_configured',
  title: 'Sign-in page shows the DoD notice and consent banner',
  description:
    "Reads the text of each brand's sign-in page, and looks for the notice that U.S. Government systems must show to users.",
  risk: 'Without the notice, users have not consented to monitoring, and evidence from an investigation may be inadmissible.',
  decision:
    'Passes if the text of the page contains the beginning of the notice and the sentence that identifies the system. Fails if it does not. Text that a script adds to the page is not visible. Organizations outside the U.S. Government do not need the notice.',
  fix: {
    text: 'Put the standard notice and consent text on the sign-in page of each brand.',
    console: [
      'Open Customizations > Brands, choose the brand, then Pages > Sign-in page > Configure.',
      'In the page code, add the full text of the notice above the widget.',
      'Choose Publish, and check the page in a private window.',
    ],
    cli: null,
    terraform: `resource "okta_customized_signin_page" "notice" {
  brand_id       = okta_brand.main.id
  page_content   = file("sign-in-with-notice.html")
  widget_version = "^7"
}`,
  },
  source: 'https://developer.okta.com/docs/guides/custom-widget/main/',
  links: ['https://help.okta.com/oie/en-us/content/topics/settings/settings-signin.htm'],
  over: 'brands',
  needs: ['sign_in_words'],
  judge: ({ name, sign_in_words: words }) =>
    notice.every((part) => words.includes(part))
      ? pass(`The sign-in page of the brand ${name} shows the notice.`)
      : fail(`The sign-in page of the brand ${name} does not show the notice.`),
})
