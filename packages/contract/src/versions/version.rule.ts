/** 'Version 4 (Prod)' or 'Version 4 (Draft)' (VER-004). */
export const versionText = (version: number, locked: boolean): string =>
  `Version ${version} (${locked ? 'Prod' : 'Draft'})`
