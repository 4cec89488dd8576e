export { checkKeyFile, checkMasterKey, derivedKey, masterKey } from './master-key.ts'
export { deleteKeys, type Vault, vault } from './vault.ts'
