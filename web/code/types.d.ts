// Addresses that Vite gives a meaning of its own.
declare module "*?worker&url" {
  const address: string;
  export default address;
}
