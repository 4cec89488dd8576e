export { checkKeyFile, checkMasterKey, derivedKey, masterKey } from './master-key.ts'
export { type Vault, vault } from './vault.ts'
