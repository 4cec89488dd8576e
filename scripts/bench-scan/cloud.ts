/** The fixture cloud in a process of its own, with one synthetic account: `cloud.ts <resources>`. */
import { startFixtureCloud, syntheticAccount } from '../../scanner/testing/index.ts'

const account = syntheticAccount({ seed: 11, resources: Number(process.argv[2]) })
const cloud = await startFixtureCloud({ accounts: [account] })
process.stdout.write(`${cloud.url}\n`)
