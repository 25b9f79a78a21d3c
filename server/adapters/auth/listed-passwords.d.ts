// Types for the parts of fxa-common-password-list in use, which ships without types.
declare module 'fxa-common-password-list' {
  const list: { test(passwordInSmallLetters: string): boolean };
  export default list;
}
