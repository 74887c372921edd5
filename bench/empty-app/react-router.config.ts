export { default } from "../../react-router.config.ts";
