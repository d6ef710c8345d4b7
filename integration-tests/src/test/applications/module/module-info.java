/** A module that exports and opens nothing. */
module com.example.shop {}
